-- Names of files to languages, and the tree-sitter parser where somebody has built it. `lua/quadrille.lua` starts the
-- server.
local endings = {
  ["quadrille-assembly"] = { "vp", "fp", "vfp", "vpfp", "gp", "tcp", "tep", "cp", "vsp", "avp", "afp", "arb", "atifs" },
  ["quadrille-scene"] = { "shader_test" },
  ["quadrille-gf3"] = { "vsh", "nv20", "nv2a" },
  ["quadrille-qpu"] = { "qasm", "qinc", "qpu" },
}
for language, own in pairs(endings) do
  vim.api.nvim_create_autocmd({ "BufRead", "BufNewFile" }, {
    pattern = vim.tbl_map(function(ending) return "*." .. ending end, own),
    callback = function(event) vim.bo[event.buf].filetype = language end,
  })
end

local register = vim.treesitter.language and vim.treesitter.language.register
if register then
  register("quadrille", "quadrille-assembly")
end
