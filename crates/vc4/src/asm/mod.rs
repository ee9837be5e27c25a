//! QPU programs as text: assembler, output forms, disassembler and the annotated form.
