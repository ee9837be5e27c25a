//! The rules under which the assembler reports.

use quadrille_base::{Rule, Severity};

macro_rules! rules {
    ($($(#[$meta:meta])* $constant:ident = $name:literal, $severity:ident, $summary:literal, $page:literal;)*) => {
        $(
            $(#[$meta])*
            pub static $constant: Rule = Rule {
                name: $name,
                severity: Severity::$severity,
                summary: $summary,
                cites: &["VideoCore IV 3D Architecture Reference Guide, section 3"],
                page: $page,
            };
        )*

        /// Every rule of the assembler.
        pub static ALL: &[&Rule] = &[$(&$constant),*];
    };
}

rules! {
    /// The text does not read as a line.
    SYNTAX = "qpu-syntax", Error, "a line is a label, a directive or instructions joined by semicolons",
        "The text has something where the syntax wants another thing.\n\nWrong: `add r0 r1, r2`\n\nRight: `add r0, r1, r2`";
    /// A word that begins no instruction.
    UNKNOWN_INSTRUCTION = "qpu-unknown-instruction", Error, "a line begins with an operation, a signal, a macro or a directive",
        "Wrong: `addd r0, r1, r2`\n\nRight: `add r0, r1, r2`";
    /// A word that no `.set`, label or register explains.
    UNKNOWN_NAME = "qpu-unknown-name", Error, "a name in an expression is defined before it is used",
        "Wrong: `mov r0, count`\n\nRight: `.set count, 5` and then `mov r0, count`";
    /// An expression that has no value.
    EXPRESSION = "qpu-expression", Error, "operands of an operator have types that it takes",
        "Wrong: `mov r0, 1 / 0`\n\nRight: `mov r0, 1.0 / 4`";
    /// A label that is missing or twice there.
    LABEL = "qpu-label", Error, "a label is defined once, and every label that is used is defined",
        "Numbers may be defined again and again: `:1` with `r:1b` and `r:1f`. Names may not.";
    /// A suffix that is unknown or out of place.
    SUFFIX = "qpu-suffix", Error, "a suffix is a condition, `.setf`, a pack or an unpack, each once",
        "Wrong: `add.ifx r0, r1, r2`\n\nRight: `add.ifz r0, r1, r2`";
    /// The two ALUs cannot do what the line asks for.
    ALU = "qpu-alu", Error, "an instruction has one ADD and one MUL operation",
        "Wrong: `add r0, r1, r2; sub r1, r1, r2`\n\nRight: `add r0, r1, r2; mul24 r1, r1, r2`";
    /// More addresses than the register files have ports.
    READ_PORT = "qpu-read-port", Error, "an instruction reads one address of file A and one of file B",
        "Each file has one read port.\n\nWrong: `add r0, ra1, ra2`\n\nRight: `add r0, ra1, rb2`";
    /// Two results for one file.
    WRITE_PORT = "qpu-write-port", Error, "the two operations write different register files",
        "Wrong: `add ra0, r0, r1; mul24 ra1, r0, r1`\n\nRight: `add ra0, r0, r1; mul24 rb1, r0, r1`";
    /// A register used in a direction that it does not have.
    REGISTER = "qpu-register", Error, "a register is read or written as the hardware allows",
        "Wrong: `mov r5, r0`\n\nRight: `mov r5rep, r0`, or `r5quad` for one value a quad";
    /// A number that is no small immediate, or stands where none can.
    SMALL_IMMEDIATE = "qpu-small-immediate", Error, "an operand is one small immediate, which replaces the read of file B and the signal",
        "Small immediates are -16 to 15 and the powers of two from 1/256 to 128 as floats.\n\nWrong: `add r0, r1, 100`\n\nRight: `ldi r2, 100` and then `add r0, r1, r2`";
    /// A load immediate beside something else.
    LOAD_IMMEDIATE = "qpu-load-immediate", Error, "a load immediate or semaphore fills the whole instruction",
        "Wrong: `ldi r0, 1000; add r1, r1, r2`\n\nRight: two lines";
    /// A pack or unpack that the hardware does not have there.
    PACK = "qpu-pack", Error, "packs go to file A or come from the MUL operation, unpacks come from file A or r4, one of each in an instruction",
        "Wrong: `add r0.16a, r1, r2`\n\nRight: `add ra0.16a, r1, r2`";
    /// An unpack that hits an operand that did not ask for it.
    IMPLICIT_UNPACK = "qpu-implicit-unpack", Warning, "an unpack acts on every operand that reads the same register",
        "`add r0, ra1.16a, ra1` adds the low half to itself, because there is one unpacker for file A.";
    /// A rotation that the hardware does not have there.
    ROTATION = "qpu-rotation", Error, "a rotation turns the result of the MUL operation by 1 to 15 elements or by r5",
        "Wrong: `add r0, r1 << 3, r2`\n\nRight: `mov r1, r1 << 3` and then `add r0, r1, r2`";
    /// A second rotation or an operand that turns along.
    IMPLICIT_ROTATION = "qpu-implicit-rotation", Warning, "a rotation turns both operands of the operation",
        "`fmul r0, r1 << 3, r2` multiplies first and turns the product.";
    /// A branch that carries something that it cannot.
    BRANCH = "qpu-branch", Error, "a branch stands alone and goes to an address, a register of file A, or their sum",
        "Wrong: `brr -, rb1`\n\nRight: `bra -, ra1`";
    /// A signal beside another, or beside an immediate.
    SIGNAL = "qpu-signal", Error, "an instruction has one signal, and none with a small or load immediate or a branch",
        "Wrong: `add r0, r1, 5; ldtmu0`\n\nRight: two lines";
    /// A directive that is not complete.
    DIRECTIVE = "qpu-directive", Error, "a directive has the arguments that it needs",
        "Wrong: `.rep i`\n\nRight: `.rep i, 4`";
    /// A block without an end, or an end without a block.
    BLOCK = "qpu-block", Error, "every block has its end directive",
        "`.rep` ends with `.endr`, `.macro` with `.endm`, `.func` with `.endf`, `.if` with `.endif`.";
    /// An `.assert` that does not hold.
    ASSERT = "qpu-assert", Error, "the condition of an assert holds",
        "`.assert 1 == 2` stops here.";
    /// An include that cannot be had.
    INCLUDE = "qpu-include", Error, "an included text exists and does not include itself",
        "The caller decides what names mean; `<vc4.qinc>` is built in.";
    /// A number that a place has no room for.
    RANGE = "qpu-range", Error, "a value fits the bits that it goes to",
        "Wrong: `ldi r0, 0x123456789`\n\nRight: `ldi r0, 0x23456789`";
    /// Data that does not fit its width, which is cut.
    DATA_RANGE = "qpu-data-range", Warning, "data fits the width that the directive names",
        "`.byte 300` stores 44.";
    /// A text that two syntaxes read otherwise.
    TWO_READINGS = "qpu-two-readings", Warning, "a text says which syntax it has where both can read it",
        "A semicolon begins a comment in the GNU assembler's syntax and joins operations in vc4asm's; `.align 4` is 16 bytes there and 4 here. `--syntax gas` or `--syntax vc4asm` decides.";
    /// Something grew beyond the limits.
    LIMIT = "qpu-limit", Error, "a program keeps to the limits given to the assembler",
        "Macros that call themselves and loops with huge counts end here instead of filling the memory.";
    /// A hexadecimal word that has lost digits.
    DROPPED_ZEROS = "qpu-dropped-zeros", Note, "a hexadecimal word is written with eight digits",
        "`0x13E3377` has seven digits: a leading zero is missing, which is harmless, or a digit was lost, which is not.";
    /// A program that leaves a wait to the hardware.
    IMPLICIT_WAIT = "qpu-implicit-wait", Note, "a fragment program says where it waits for the scoreboard",
        "The first access to the tile buffer waits for earlier fragments of the same pixels by itself. A signal, not in the first two instructions, says so where it happens.";
    /// An operand of no operation.
    IDLE_OPERAND = "qpu-idle-operand", Note, "an idle ALU selects no accumulator",
        "The operands of a nop count for nothing, but whoever reads the word cannot know whether an operation is missing.";
    /// A word that says nothing about itself.
    RESERVED_WORD = "qpu-reserved-word", Warning, "a word has a meaning in the encoding tables",
        "A field holds a code that the guide reserves; the word is kept as data.";
    /// A read that no operand uses and that takes something out of a queue.
    STRAY_READ = "qpu-stray-read", Warning, "a queue is read only by an instruction that uses the value",
        "Register files are read whether or not an operand selects the value, so that a left-over address 35 takes a varying and 32 a uniform.";
}
