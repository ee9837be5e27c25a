-- Neovim's tree-sitter reads the programs of all examples with the grammar, and runs the query over them.
local function fail(message)
  io.stderr:write("tree-sitter: " .. message .. "\n")
  vim.cmd("cquit 1")
end

local ok, problem = xpcall(function()
  local require_language = vim.treesitter.language and vim.treesitter.language.add
  if require_language then
    vim.treesitter.language.add("quadrille", { path = vim.env.QUADRILLE_PARSER })
  else
    vim.treesitter.require_language("quadrille", vim.env.QUADRILLE_PARSER)
  end
  local parse_query = vim.treesitter.query.parse or vim.treesitter.query.parse_query
  local path = vim.env.QUADRILLE_ROOT .. "/editors/nvim/queries/quadrille/highlights.scm"
  local query = parse_query("quadrille", table.concat(vim.fn.readfile(path), "\n"))
  local programs, captures = 0, {}
  local files = vim.fn.systemlist({ "find", vim.env.QUADRILLE_ROOT .. "/examples", "-name", "*.shader_test", "-o", "-name", "*.vfp", "-o", "-name", "*.vp" })
  for _, file in ipairs(files) do
    local text = table.concat(vim.fn.readfile(file), "\n") .. "\n"
    -- A program from its header to its END.
    for program in (text .. "\n"):gmatch("(!![A-Z][%w]*%.%d.-\nEND)") do
      programs = programs + 1
      local root = vim.treesitter.get_string_parser(program, "quadrille"):parse()[1]:root()
      if root:has_error() then
        fail(file .. ": " .. root:sexpr():sub(1, 2000))
      end
      for id in query:iter_captures(root, program, 0, -1) do
        captures[query.captures[id]] = (captures[query.captures[id]] or 0) + 1
      end
    end
  end
  if programs < 40 then fail(programs .. " programs") end
  for _, name in ipairs({ "comment", "keyword.directive", "function.builtin", "variable.builtin", "number", "property", "type.builtin", "keyword" }) do
    if not captures[name] then fail("nothing is " .. name) end
  end
end, debug.traceback)
if not ok then fail(tostring(problem)) end
vim.cmd("qall!")
