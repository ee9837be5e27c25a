-- The language server in Neovim 0.7 and later: `require("quadrille").setup()`.
local M = {}

M.languages = { "quadrille-assembly", "quadrille-scene", "quadrille-gf3", "quadrille-qpu" }

--- Starts the server for a buffer, or attaches it to the one that runs.
--- `options`: `command` (a list, {"quadrille", "lsp"}), `settings` (docs/editors.md), `on_attach`.
function M.start(buffer, options)
  local configuration = {
    name = "quadrille",
    cmd = options.command or { "quadrille", "lsp" },
    init_options = options.settings or vim.empty_dict(),
    on_attach = options.on_attach,
    get_language_id = function(_, filetype) return filetype end,
    root_dir = vim.fn.getcwd(),
  }
  if vim.lsp.start then
    return vim.lsp.start(configuration, { bufnr = buffer })
  end
  if not M.client or vim.lsp.client_is_stopped(M.client) then
    M.client = vim.lsp.start_client(configuration)
  end
  if M.client then
    vim.lsp.buf_attach_client(buffer, M.client)
  end
  return M.client
end

function M.setup(options)
  options = options or {}
  vim.api.nvim_create_autocmd("FileType", {
    pattern = M.languages,
    callback = function(event)
      M.start(event.buf, options)
      local parser = #vim.api.nvim_get_runtime_file("parser/quadrille.so", false) > 0
      if parser and vim.treesitter.start and vim.bo[event.buf].filetype == "quadrille-assembly" then
        pcall(vim.treesitter.start, event.buf, "quadrille")
      end
    end,
  })
end

return M
