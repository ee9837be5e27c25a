; Written by `cargo xtask gen` from the tables of the languages.

(comment) @comment
(header) @keyword.directive
(end) @keyword
(keyword) @keyword
(stage_keyword) @keyword
"SUBROUTINENUM" @keyword
(modifier) @type.qualifier
(number) @number
(integer) @number
(label name: (identifier) @label)

(declarator name: (path . (identifier) @variable))
(declarator type: (identifier) @type)

; Opcodes, with any suffix.
((instruction opcode: (identifier) @keyword.control)
 (#match? @keyword.control "^(BRA|BRK|CAL|CALI|CONT|ELSE|ENDIF|ENDLOOP|ENDREP|EndConstants|EndPass|IF|LOOP|REP|RET|StartConstants|StartOutputPass|StartPrelimPass)(C[01]?)?$"))
((instruction opcode: (identifier) @function.builtin)
 (#match? @function.builtin "^(ABS|ADD|AND|ARA|ARL|ARR|ATOM|ATOMB|ATOMCTR|ATOMIM|ATOMS|BAR|BFE|BFI|BFR|BTC|BTFL|BTFM|CEIL|CMP|CND|CND0|COS|CVT|DDX|DDY|DIV|DOT2ADD|DOT3|DOT4|DP2|DP2A|DP3|DP4|DPH|DST|EMIT|EMITS|ENDPRIM|EX2|EXP|FLR|FRC|FSIB|FSIE|I2F|IMQ|IMQS|IPAC|IPAO|IPAS|KIL|LDB|LDC|LDS|LERP|LG2|LIT|LOAD|LOADIM|LOD|LOG|LRP|MAD|MAX|MEMBAR|MIN|MOD|MOV|MUL|NOT|NRM|OR|PK2H|PK2US|PK4B|PK4UB|PK64|POPA|POW|PUSHA|PassTexCoord|QSWZ0|QSWZ1|QSWZ2|QSWZ3|QSWZX|QSWZY|RCC|RCP|RFL|ROUND|RSQ|SAD|SCS|SEQ|SFL|SGE|SGT|SHFDOWN|SHFIDX|SHFUP|SHFXOR|SHL|SHR|SIN|SLE|SLT|SNE|SSG|STB|STORE|STOREIM|STR|STS|SUB|SWZ|SampleMap|TEX|TGALL|TGANY|TGBALLOT|TGEQ|TRUNC|TXB|TXD|TXF|TXFMS|TXG|TXGO|TXL|TXP|TXQ|TXQS|UP2H|UP2US|UP4B|UP4UB|UP64|X2D|XOR|XPD)[RHX]?(C[01]?)?(_S?SAT)?$"))
(instruction modifier: (identifier) @attribute)

; Operands: targets, tests of the condition code, bindings.
((operand (path . (identifier) @type.builtin .))
 (#any-of? @type.builtin "1D" "1D_STACK" "2D" "2DMS" "2D_STACK" "3D" "ARRAY1D" "ARRAY2D" "ARRAY2DMS" "ARRAYCUBE" "BUFFER" "CUBE" "RECT" "RENDERBUFFER" "SHADOW1D" "SHADOW2D" "SHADOWARRAY1D" "SHADOWARRAY2D" "SHADOWARRAYCUBE" "SHADOWCUBE" "SHADOWRECT"))
((arguments (operand (path . (identifier) @operator)))
 (#match? @operator "^(AB|BLE|CF|EQ|FL|GE|GT|LE|LEG|LT|NAN|NCF|NE|NOF|NONRESIDENT|NSF|OF|RESIDENT|SF|TR)[01]?$"))
((path . (identifier) @variable.builtin)
 (#any-of? @variable.builtin "fragment" "handle" "image" "invocation" "primitive" "program" "result" "state" "texture" "vertex"))
(path selector: (identifier) @property)

["." "," ";" ":" ".."] @punctuation.delimiter
["(" ")" "[" "]" "{" "}"] @punctuation.bracket
["=" "-" "+" "|"] @operator
