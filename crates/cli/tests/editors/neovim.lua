-- Neovim attaches to the server, shows its problems and asks it what its users do.
local function check(condition, message)
  if not condition then
    io.stderr:write("neovim: " .. message .. "\n")
    vim.cmd("cquit 1")
  end
end

local function wait(message, condition)
  check(vim.wait(60000, condition, 50), message)
end

local ok, problem = xpcall(function()
  require("quadrille").setup({ command = { vim.env.QUADRILLE, "lsp" } })
  local file = io.open("light.vp", "w")
  file:write("!!ARBvp1.0\n# é𐐀\nPARAM mvp[4] = { state.matrix.mvp };\nTEMP n;\nDP4 n.x,mvp[0],vertex.position;\nMOV result.position, m.x;\nEND\n")
  file:close()
  vim.cmd("edit light.vp")
  check(vim.bo.filetype == "quadrille-assembly", "the file's type is " .. vim.bo.filetype)
  wait("no server attaches", function() return #vim.tbl_values(vim.lsp.buf_get_clients(0)) > 0 end)
  wait("there are no problems", function() return #vim.diagnostic.get(0) > 0 end)
  local found = vim.diagnostic.get(0)[1]
  check(found.code == "undeclared-name" or found.user_data.lsp.code == "undeclared-name", vim.inspect(found))
  check(found.lnum == 5 and found.col == 21, vim.inspect(found))

  local function ask(method, line, column, more)
    local params = vim.tbl_extend("force", {
      textDocument = vim.lsp.util.make_text_document_params(0),
      position = { line = line, character = column },
    }, more or {})
    local answers = vim.lsp.buf_request_sync(0, method, params, 60000)
    for _, answer in pairs(answers or {}) do
      check(not answer.error, method .. ": " .. vim.inspect(answer.error))
      return answer.result
    end
    check(false, method .. ": no answer")
  end

  local page = ask("textDocument/hover", 4, 1).contents.value
  check(page:find("# DP4", 1, true) and page:find("!!ARBvp1.0\n", 1, true), page)
  local items = ask("textDocument/completion", 5, 22).items
  local labels = vim.tbl_map(function(item) return item.label end, items)
  check(vim.tbl_contains(labels, "mvp"), vim.inspect(labels))

  -- What Neovim does with edits: rename, then format, then the problem is gone.
  vim.api.nvim_buf_set_text(0, 5, 21, 5, 22, { "n" })
  wait("the problem stays", function() return #vim.diagnostic.get(0) == 0 end)
  vim.api.nvim_win_set_cursor(0, { 4, 5 })
  vim.lsp.buf.rename("normal")
  wait("nothing is renamed", function()
    return vim.api.nvim_buf_get_lines(0, 5, 6, true)[1] == "MOV result.position, normal.x;"
  end)
  if vim.lsp.buf.format then
    vim.lsp.buf.format({ timeout_ms = 60000 })
  else
    vim.lsp.buf.formatting_sync({}, 60000)
  end
  local line = vim.api.nvim_buf_get_lines(0, 4, 5, true)[1]
  check(line == "DP4 normal.x, mvp[0], vertex.position;", line)
  wait("problems come back", function() return #vim.diagnostic.get(0) == 0 end)

  -- A fix of a scene's program.
  vim.cmd("edit! " .. vim.env.QUADRILLE_ROOT .. "/examples/fog.shader_test")
  check(vim.bo.filetype == "quadrille-scene", "the file's type is " .. vim.bo.filetype)
  wait("no server attaches to a scene", function() return #vim.tbl_values(vim.lsp.buf_get_clients(0)) > 0 end)
  check(#ask("textDocument/documentSymbol", 0, 0) > 2, "a scene has no outline")
end, debug.traceback)
check(ok, tostring(problem))
vim.cmd("qall!")
