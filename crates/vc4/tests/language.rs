//! Numbers, operators, lists, blocks and directives of vc4asm's documentation (pages "expressions", "directives",
//! "instructions"), each held against a value worked out by hand or another spelling of the same.

use quadrille_vc4::asm::{Dialect, NoIncludes, Options, assemble, explain_word};

fn rules(text: &str) -> Vec<&'static str> {
    let found = assemble("test", text, &Options::default(), &mut NoIncludes);
    found
        .diagnostics
        .iter()
        .map(|problem| problem.rule.name)
        .collect()
}

fn words_in(dialect: Dialect, text: &str) -> Vec<u64> {
    let options = Options {
        dialect,
        ..Options::default()
    };
    let assembly = assemble("test", text, &options, &mut NoIncludes);
    assert!(assembly.is_complete(), "{text}: {:?}", assembly.diagnostics);
    assembly.words
}

fn words(text: &str) -> Vec<u64> {
    words_in(Dialect::default(), text)
}

/// The immediate that an expression loads.
fn value(expression: &str) -> u32 {
    words(&format!("ldi r0, {expression}"))[0] as u32
}

/// source: expressions, "integer constants".
#[test]
fn numbers_of_each_base() {
    for (text, number) in [
        ("0b101", 5),
        ("0B11", 3),
        ("0o17", 15),
        ("017", 15),
        ("0x1F", 31),
        ("19", 19),
    ] {
        assert_eq!(value(text), number, "{text}");
    }
    for text in ["0b", "0b2", "0o8", "08", "0xg"] {
        assert_eq!(rules(&format!("ldi r0, {text}")), ["qpu-expression"], "{text}");
    }
}

/// source: expressions, "operators": logical ones take any number but 0 as true; rotations turn 32 bits, or 64; `===` is
/// true of the same value of the same kind.
#[test]
fn operators_give_what_the_manual_says() {
    for (text, result) in [
        ("2 ^^ 1", 0),
        ("2 ^^ 0", 1),
        ("0 ^^ 2", 1),
        ("0 ^^ 0", 0),
        ("2 !^^ 1", 1),
        ("2 !^^ 0", 0),
        ("0 !^^ 0", 1),
        ("0 || 0", 0),
        ("0 || 4", 1),
        ("4 || 0", 1),
        ("4 && 2", 1),
        ("4 && 0", 0),
        ("0 && 4", 0),
        ("6 !^ 3", 0xffff_fffa),
        ("1.0 >= 1.0", 1),
        ("2.0 >= 1.0", 1),
        ("1.0 >= 2.0", 0),
        ("1.0 <= 1.0", 1),
        ("2.0 <= 1.0", 0),
        ("1.0 > 1.0", 0),
        ("1.0 < 1.0", 0),
        ("1 == 1.0", 1),
        ("1 === 1.0", 0),
        ("1 !== 1.0", 1),
        ("1 !== 1", 0),
        ("0x80000001 ><< 1", 3),
        ("0x80000001 ><< 33", 3),
        ("0x80000001 >>< 1", 0xc000_0000),
        ("0x80000001 >>< 33", 0xc000_0000),
        ("0x4000000000000000 ><<< 2", 1),
        ("0x4000000000000000 ><<< 66", 1),
        ("(1 >>>< 1) >>> 32", 0x8000_0000),
        ("(1 >>>< 65) >>> 32", 0x8000_0000),
    ] {
        assert_eq!(value(text), result, "{text}");
    }
}

/// source: extensions, "per element load immediate": sixteen elements of two bits, signed or not; a list times a number
/// is the list so often.
#[test]
fn lists_of_elements() {
    let all = "3,2,1,0,3,2,1,0,3,2,1,0,3,2,1,0";
    let unsigned = words(&format!("ldi r0, [{all}]"));
    assert_eq!(
        unsigned[0] as u32, 0x3333_5555,
        "the high bits, then the low ones"
    );
    assert_eq!(words("ldi r0, [3,2,1,0] * 4"), unsigned);
    assert_eq!(words(&format!("ldi r0, [{all}] * 1")), unsigned);
    let signed = words("ldi r0, [-2,-1,0,1] * 4");
    assert_eq!(signed[0] as u32, 0x3333_aaaa);
    assert_eq!(words("ldi r0, ([-2,-1,0,1] * 4) * 1"), signed);
}

/// source: directives, ".if": a branch within lines that are passed over belongs to the `.if` within them.
#[test]
fn branches_belong_to_their_own_if() {
    for (text, same) in [
        (
            ".if 0\n.if 1\nnop\n.else\nldtmu0\n.endif\n.else\nbkpt\n.endif",
            "bkpt",
        ),
        (
            ".if 0\n.if 0\nnop\n.elseif 1\nldtmu0\n.endif\n.else\nbkpt\n.endif",
            "bkpt",
        ),
        (".if 1\nnop\n.elseif 1\nldtmu0\n.else\nbkpt\n.endif", "nop"),
        (
            ".if 1\nnop\n.if 1\n.else\nldtmu0\n.endif\n.else\nbkpt\n.endif",
            "nop",
        ),
    ] {
        assert_eq!(words(text), words(same), "{text}");
    }
}

/// source: directives, data and ".lconst": 16 bits are a short; a local constant ends with its scope and is defined once.
#[test]
fn data_and_constants() {
    for name in [".short", ".hword", ".int16"] {
        let text = format!("{name} 1, 2, 0xffff, 4");
        assert_eq!(words(&text), [0x0004_ffff_0002_0001], "{name}");
    }
    let scope = ".local\n.lconst x, 5\nldi r0, x\n.endloc\n.ifset x\nnop\n.endif";
    assert_eq!(words(scope), words("ldi r0, 5"));
    assert_eq!(rules(".lconst x, 5\n.lset x, 6").len(), 1);
    let unknown = assemble(
        "test",
        ".set radius, 5\nldi r0, radus",
        &Options::default(),
        &mut NoIncludes,
    );
    let fix = unknown.diagnostics[0].fix.as_ref();
    assert_eq!(fix.map(|fix| fix.replacement.as_str()), Some("radius"));
}

/// Arguments that cannot be read leave nothing behind: the limit of nesting is one of nesting.
#[test]
fn many_wrong_arguments_are_many_mistakes_of_one_kind() {
    let wrong = "ldi r0, min(1, )\n".repeat(300);
    let found = rules(&format!("{wrong}ldi r0, ((1))"));
    assert!(
        !found.is_empty() && found.iter().all(|rule| *rule == "qpu-expression"),
        "{found:?}"
    );
}

/// Brackets of every kind have the limit, which is below what a stack holds.
#[test]
fn brackets_in_brackets_have_a_limit() {
    for open in ["(", "[", ":[", "min(", "~"] {
        let found = rules(&format!("mov r0, {}1", open.repeat(20_000)));
        assert_eq!(found.first(), Some(&"qpu-limit"), "{open}");
    }
}

/// source: `vc4.qinc` page, "vdr_setup_0": the memory pitch of the second form is a power of two, from 8 bytes up, as the
/// guide's table 34 has it: 8 << MPITCH, of four bits of which 0 is taken.
#[test]
fn pitches_of_loads_are_powers_of_two() {
    let load = |pitch: &str| format!("ldi r0, vdr_setup_0(16, 16, dma_h32(0, 0), 1, {pitch})");
    assert_eq!(words(&load("64"))[0] as u32 >> 24 & 15, 3);
    for pitch in ["4", "24", "12", "0x80000"] {
        assert_eq!(rules(&load(pitch)), ["qpu-expression"], "{pitch}");
    }
}

/// source: guide section 3, ADD operations: shifts take the low five bits; small immediate table: the number 16 is not
/// there, -16 is; only the second operand has another sign.
#[test]
fn second_operands_that_are_no_small_immediates() {
    for shift in ["shl", "shr", "asr", "ror"] {
        assert_eq!(
            words(&format!("{shift} r0, r1, 31")),
            words(&format!("{shift} r0, r1, -1"))
        );
        assert_eq!(rules(&format!("{shift} r0, 31, r1")), ["qpu-small-immediate"]);
    }
    assert_eq!(words("add r0, r1, 16"), words("sub r0, r1, -16"));
    assert_eq!(words("sub r0, r1, 16"), words("add r0, r1, -16"));
    assert_eq!(rules("add r0, 16, r1"), ["qpu-small-immediate"]);
}

/// source: docs/qpu-assembler.md, where assemblers differ: a zero is a small immediate early on, which stands where file B
/// is read, so that it gives way to what only that file has; the pragma of Broadcom's assembler chooses between both.
#[test]
fn zeros_give_way_to_file_b() {
    let early = |text: &str| words_in(Dialect::EarlyVc4asm, text);
    assert_eq!(
        early("mov r0, 0; mov r1, rb2"),
        words("xor r0, r0, r0; mov r1, rb2")
    );
    let alone = "mov r0, 0; mov r1, r2";
    assert_ne!(early(alone), words(alone));
    for (switch, dialect) in [
        ("False", Dialect::EarlyVc4asm),
        ("0", Dialect::EarlyVc4asm),
        ("True", Dialect::Broadcom),
    ] {
        let text = format!(".eval pragma_allow_xor_0({switch})\n{alone}");
        assert_eq!(words(&text), words_in(dialect, alone), "{switch}");
    }
}

/// source: instructions, "branch", and vc4asm's addendum: the lowest bit of the register field is `.setf`, so a branch
/// through an odd register sets flags, and one through an even register cannot.
#[test]
fn flags_of_branches_are_those_of_odd_registers() {
    assert_eq!(words("bra.setf -, ra1"), words("bra -, ra1"));
    assert_eq!(rules("bra.setf -, ra1"), [""; 0]);
    assert_eq!(rules("bra.setf -, ra2"), ["qpu-branch"]);
    assert_eq!(words("bra -, 0"), [0xf0f0_09e7_0000_0000]);
}

/// source: hardware vectors of doe300/VC4C (`opcode_pack_test.h`, `unpack_test.h`): a 16-bit pack of file A converts the
/// results of float operations, and an operand arrives as a float where an operation that reads it is one.
#[test]
fn demanded_forms_are_those_of_the_operations() {
    assert_eq!(words("mov ra0.16af, r1"), words("fmin ra0.16a, r1, r1"));
    assert_eq!(rules("add ra0.16af, r1, r2"), ["qpu-pack"]);
    assert_eq!(rules("fadd ra0.16ai, r1, r2"), ["qpu-pack"]);
    assert_eq!(
        words("fadd r0, r1, r2; v8min r3, ra1.8ai, ra1.8ai"),
        words("fadd r0, r1, r2; v8min r3, ra1.8a, ra1.8a")
    );
    assert_eq!(
        words("add r0, ra1.8ai, r1; fmul r2, r3, r3"),
        words("add r0, ra1.8a, r1; fmul r2, r3, r3")
    );
    assert_eq!(rules("fadd r0, ra1.8ai, r1"), ["qpu-pack"]);
    // A move that packs a float is `fmin`, whose operand arrives as one.
    for dialect in [Dialect::Broadcom, Dialect::Vc4asm, Dialect::EarlyVc4asm] {
        let options = Options {
            dialect,
            ..Options::default()
        };
        let found = assemble("test", "mov ra1.16af, ra1.16bi", &options, &mut NoIncludes);
        assert_eq!(found.diagnostics.len(), 1, "{dialect:?}");
        assert_eq!(found.diagnostics[0].rule.name, "qpu-pack", "{dialect:?}");
        assert_eq!(
            words_in(dialect, "mov ra1.16af, ra1.16b"),
            words_in(dialect, "fmin ra1.16a, ra1.16b, ra1.16b")
        );
    }
    assert_eq!(
        words("mov ra1.16af, r0; v8min r1, ra1.8bi, ra1.8bi"),
        words("fmin ra1.16a, r0, r0; v8min r1, ra1.8b, ra1.8b")
    );
}

/// source: instructions, "instruction joining": a read joins what has a port left.
#[test]
fn reads_join() {
    assert_eq!(
        words("add r0, r0, 1;\n;read ra1"),
        words("add r0, r0, 1; read ra1")
    );
}

/// source: the published field list ("r14b", "r15b" for registers of file B), and the guide's table of signals.
#[test]
fn fields_of_targets_and_of_semaphores() {
    let meaning = |text: &str, name: &str| {
        let explanation = explain_word(words(text)[0]);
        let field = explanation.fields.iter().find(|field| field.name == name);
        field.map(|field| field.meaning.clone()).unwrap_or_default()
    };
    assert_eq!(
        meaning("add ra14, r0, r1", "m_waddr_add"),
        "add ALU writes to r14a"
    );
    assert_eq!(
        meaning("add rb14, r0, r1", "m_waddr_add"),
        "add ALU writes to r14b"
    );
    let signal = meaning("sacq -, 3", "m_signal");
    assert!(!signal.is_empty());
    assert_eq!(signal, meaning("ldi r0, 5", "m_signal"));
}

/// source: expressions, "operators" and "functions": what each takes; `docs/qpu-assembler.md` for set-up words.
#[test]
fn an_expression_without_a_value_says_why() {
    for (expression, message) in [
        ("08", "this is no number of base 8"),
        ("0x", "this number has no digits"),
        ("1.5e+", "this is no number"),
        ("0x1ffffffffffffffff", "this number needs more than 64 bits"),
        ("sin(r0)", "the argument must be a number, not a register"),
        ("h32(1.5)", "argument 1 must be an integer, not a float"),
        ("h32(64)", "argument 1 must be from 0 to 63, not 64"),
        ("min(1)", "this function takes 2 arguments, not 1"),
        ("vdr_setup_0(1)", "this function takes 4 to 5 arguments, not 1"),
        ("v32(1, 0)", "a vertical access begins at row 0, 16, 32 or 48"),
        (
            "vdr_setup_0(1, 1, 0, 1, 9)",
            "the memory pitch is 8 bytes times a power of two",
        ),
        ("neg_elems(1)", "the argument must be a list of elements"),
        ("[4]", "an element is from -2 to 3"),
        ("[0] * 16 + [0]", "a list has up to 16 elements"),
        (
            "[-1, 2] + [0] * 14",
            "elements below 0 and above 1 cannot stand in one list",
        ),
        ("~r0", "this operator does not take a register"),
        ("r0 * r1", "this operator does not take a register and a register"),
        ("1 / 0", "division by zero"),
        ("2 ** -1", "an integer is raised to a power from 0 up"),
        ("1.5 << 1.5", "a float is shifted by an integer"),
        ("sacq(15) + 1", "semaphores are numbered from 0 to 15"),
        ("ra63 + 1", "there is no register of that number"),
        ("r0 << 1.5", "a register is rotated by a number or by r5"),
        ("[0] + 1", "a list is continued by a list"),
        ("1.5 & 1", "this operator takes integers only"),
    ] {
        let text = format!(".set x, {expression}");
        let found = assemble("test", &text, &Options::default(), &mut NoIncludes);
        let messages: Vec<&str> = found
            .diagnostics
            .iter()
            .map(|problem| &*problem.message)
            .collect();
        assert_eq!(messages, [message], "{expression}");
    }
}

/// source: docs/qpu-assembler.md: a directive and its end are one block, whatever stands behind the directive.
#[test]
fn a_block_that_cannot_begin_is_one_problem() {
    for (text, rule) in [
        (
            ".rep i, 16777217\nnop\n.rep j, 2\nnop\n.endr\n.endr\nnop",
            "qpu-range",
        ),
        (".rep 1, 2\nnop\n.endr\nnop", "qpu-directive"),
        (".foreach x, nothing\nnop\n.endfor\nnop", "qpu-unknown-name"),
        (".back 1\nnop\n.endb\nnop", "qpu-range"),
        (".macro 1\n.if\nnop\n.endm\nnop", "qpu-directive"),
        (".func f(1)\n.else\n.endf\nnop", "qpu-directive"),
    ] {
        let assembly = assemble("test.qasm", text, &Options::default(), &mut NoIncludes);
        let found: Vec<_> = assembly.diagnostics.iter().map(|found| found.rule.name).collect();
        assert_eq!(found, [rule], "{text}");
        assert_eq!(assembly.words.len(), 1, "{text}");
    }
}
