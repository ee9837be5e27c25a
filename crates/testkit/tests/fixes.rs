//! Fixes that are certain leave the meaning: a program that is spoiled by a habit, and fixed, gives what it gave.

use quadrille::{Budget, Dialect, Inputs, Loaded, Options, Session};
use quadrille_check::{CERTAIN, check, fixed};
use quadrille_isa::gl::Profile;
use quadrille_isa::gl::profile::PROFILES;
use quadrille_testkit::choices::{Choices, bytes};
use quadrille_testkit::program::accepted_of;

/// A habit of people who write programs, as a rule has it.
struct Habit {
    rule: &'static str,
    /// A program that does not have it, by choices; none if these make none.
    program: fn(&mut Choices<'_>) -> Option<String>,
    /// The program with the habit; none if it has no place for it.
    spoil: fn(&str, &mut Choices<'_>) -> Option<String>,
    /// The dialect in which the spoiled program can be run.
    runs_in: Option<Dialect>,
}

const HABITS: &[Habit] = &[
    Habit {
        rule: "c-comment",
        program: from_tables,
        spoil: c_comments,
        runs_in: None,
    },
    Habit {
        rule: "ascii-name",
        program: from_tables,
        spoil: names,
        runs_in: None,
    },
    Habit {
        rule: "index-in-brackets",
        program: from_tables,
        spoil: brackets,
        runs_in: None,
    },
    Habit {
        rule: "integer-needs-flat",
        program: integers,
        spoil: flat,
        runs_in: None,
    },
    Habit {
        rule: "prose-binding",
        program: patches,
        spoil: prose,
        runs_in: Some(Dialect::Strict),
    },
    Habit {
        rule: "text-after-end",
        program: from_tables,
        spoil: end_marks,
        runs_in: None,
    },
    Habit {
        rule: "two-byte-text",
        program: from_tables,
        spoil: two_bytes,
        runs_in: None,
    },
    Habit {
        rule: "unknown-header",
        program: from_tables,
        spoil: before_header,
        runs_in: Some(Dialect::Nvidia),
    },
];

/// Programs that are made for each habit.
const PROGRAMS: u64 = 400;

#[test]
fn what_is_fixed_gives_what_it_gave() {
    for habit in HABITS {
        let mut compared = 0;
        for seed in 0..PROGRAMS {
            let decisions = bytes(seed, 2048);
            let mut choices = Choices::new(&decisions);
            let Some(text) = (habit.program)(&mut choices) else {
                continue;
            };
            let Some(spoiled) = (habit.spoil)(&text, &mut choices) else {
                continue;
            };
            let found = check(&spoiled, &Options::default()).diagnostics;
            if !found.iter().any(|one| one.rule.name == habit.rule) {
                continue;
            }
            let mended = fixed(&spoiled, &Options::default());
            assert!(mended.count > 0, "{}: not fixed\n{spoiled}", habit.rule);
            let (good, again) = (load(&text, Dialect::Strict), load(&mended.text, Dialect::Strict));
            same(
                &good,
                &again,
                seed,
                &format!("{spoiled}\nis fixed as\n{}", mended.text),
            );
            if let Some(dialect) = habit.runs_in {
                same(&load(&spoiled, dialect), &again, seed, &spoiled);
            }
            compared += 1;
        }
        assert!(compared >= 40, "{}: {compared} programs", habit.rule);
    }
}

/// A new rule whose fixes are certain is looked at here, or computes: `DIV` is in the test that follows.
#[test]
fn every_certain_rule_is_looked_at() {
    for rule in CERTAIN {
        let is_here = HABITS.iter().any(|habit| habit.rule == rule.name);
        assert!(is_here || rule.name == "no-division", "{}", rule.name);
    }
}

/// source: NV_fragment_program2 3.11.5.Z: DIV divides each component by one number. The reciprocal and the product are each
/// rounded to nearest, by half a unit of the last place at most, and so is the quotient: they are two units apart at most,
/// where neither is so small that it has fewer places, or too large.
#[test]
fn quotients_are_near_products() {
    let mut compared = 0;
    for seed in 0..PROGRAMS {
        let decisions = bytes(seed, 256);
        let choices = &mut Choices::new(&decisions);
        let mask = choices.one_of(&["", ".x", ".yz", ".xw"]);
        let dividend = choices.one_of(&["t", "-t", "t.wzyx", "fragment.texcoord[1]", "-t.yyzz"]);
        let divisor = choices.one_of(&["t.x", "-t.w", "fragment.color.y", "3", "-0.7", "8"]);
        let body = format!(
            "TEMP t;\nMOV t, fragment.texcoord[0];\nDIV t{mask}, {dividend}, {divisor};\nMOV result.color, t;\nEND\n"
        );
        let plain = fixed(&format!("!!ARBfp1.0\n{body}"), &Options::default());
        assert!(plain.count > 0, "{body}");
        let option = format!("!!ARBfp1.0\nOPTION NV_fragment_program2;\n{body}");
        let (before, after) = (load(&option, Dialect::Strict), load(&plain.text, Dialect::Strict));
        let inputs = inputs(&before, seed);
        let results =
            [before, after].map(|program| program.evaluate(&inputs).expect("it ends").lanes.concat());
        for (quotient, product) in results[0].iter().flatten().zip(results[1].iter().flatten()) {
            let [quotient, product] = [*quotient, *product].map(f32::from_bits);
            if (1e-30..1e30).contains(&quotient.abs()) {
                let apart = (quotient.to_bits() as i32 - product.to_bits() as i32).abs();
                assert!(apart <= 2, "{quotient} and {product}\n{}", plain.text);
                compared += 1;
            }
        }
    }
    assert!(compared > 1000, "{compared}");
}

fn load(text: &str, dialect: Dialect) -> Loaded {
    let session = Session::with(Options {
        dialect,
        ..Options::default()
    });
    let loaded = session.load("program", text);
    loaded.unwrap_or_else(|why| panic!("{text}\n{}", why.diagnostics[0].message))
}

/// Random numbers for all that a program reads.
fn inputs(program: &Loaded, seed: u64) -> Inputs {
    let mut inputs = Inputs::default();
    inputs.set_budget(Budget::of_instructions(500));
    let decisions = bytes(seed ^ 0x5eed, 4096);
    let mut choices = Choices::new(&decisions);
    for named in program.attributes().iter().chain(&program.parameters()) {
        inputs.set(named.name.as_str(), [0; 4].map(|_| choices.float() / 3.0 + 0.1));
    }
    inputs
}

/// Two programs give the same bits, and end alike.
fn same(one: &Loaded, other: &Loaded, seed: u64, about: &str) {
    let inputs = inputs(one, seed);
    let results = [one, other].map(|program| match program.evaluate(&inputs) {
        Ok(outputs) => format!(
            "{:?} {:?} {:?} {:?}",
            outputs.lanes, outputs.killed_lanes, outputs.emitted, outputs.parameters
        ),
        Err(error) => error.to_string(),
    });
    assert_eq!(results[0], results[1], "{about}");
}

fn from_tables(choices: &mut Choices<'_>) -> Option<String> {
    let profile: &Profile = &PROFILES[choices.below(PROFILES.len())];
    Some(accepted_of(&Session::new(), profile, choices)?.text)
}

/// Integers as the rasterizer hands them on.
fn integers(choices: &mut Choices<'_>) -> Option<String> {
    let (kind, from) = choices.one_of(&[("INT", "S"), ("UINT", "U")]);
    let number = choices.below(4);
    Some(format!(
        "!!NVfp4.0\nFLAT {kind} ATTRIB a = fragment.attrib[{number}];\nTEMP t;\nI2F.{from} t, a;\nMOV result.color, t;\nEND\n"
    ))
}

/// Attributes of the outgoing patch.
fn patches(choices: &mut Choices<'_>) -> Option<String> {
    let (to, from) = (choices.below(4), choices.below(4));
    Some(format!(
        "!!NVtcp5.0\nVERTICES_OUT 3;\nTEMP t;\nMUL t, vertex[0].attrib[{from}], {from}.5;\n\
         MOV result.patch.attrib[{to}], t;\nADD t, t, primitive.out.patch.attrib[{to}];\nMOV result.position, t;\nEND\n"
    ))
}

/// Comments behind some lines and before others; not within the first line, of which a header may be a part.
fn c_comments(text: &str, choices: &mut Choices<'_>) -> Option<String> {
    let spoiled = text.lines().enumerate().map(|(at, line)| match choices.below(4) {
        0 if at > 0 => format!("/* a; b */ {line}\n"),
        1 if at > 0 => format!("{line} // that's it\n"),
        2 if at > 0 => format!("{line} /* over\n two lines */\n"),
        _ => format!("{line}\n"),
    });
    Some(spoiled.collect())
}

/// A letter with a mark in a name that the program declares; not in one whose names the application knows.
fn names(text: &str, choices: &mut Choices<'_>) -> Option<String> {
    let name = choices.one_of(&["t0", "t1", "t2", "t3"]);
    if !text.contains("TEMP") || text.contains("DECLARE") {
        return None;
    }
    let part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.');
    let mut spoiled = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(name) {
        let (before, behind) = (&rest[..at], &rest[at + name.len()..]);
        let is_whole = !before.ends_with(part) && !behind.starts_with(|c| part(c) && c != '.');
        spoiled += before;
        spoiled += if is_whole { "größe" } else { name };
        rest = behind;
    }
    Some(spoiled + rest)
}

/// The number of an attribute in parentheses, or behind its name.
fn brackets(text: &str, choices: &mut Choices<'_>) -> Option<String> {
    let name = choices.one_of(&[
        "vertex.attrib[",
        "fragment.texcoord[",
        "vertex.texcoord[",
        "result.texcoord[",
    ]);
    let at = text.find(name)? + name.len();
    let length = text[at..].find(']')?;
    let number = &text[at..at + length];
    let is_name = name.contains("texcoord") && choices.once_in(2);
    let other = if is_name {
        number.to_owned()
    } else {
        format!("({number})")
    };
    let spoiled = [&text[..at - 1], &other, &text[at + length + 1..]].concat();
    number.parse::<u32>().ok().map(|_| spoiled)
}

fn flat(text: &str, _: &mut Choices<'_>) -> Option<String> {
    Some(text.replace("FLAT ", ""))
}

fn prose(text: &str, _: &mut Choices<'_>) -> Option<String> {
    Some(text.replace("primitive.out.patch.attrib", "primitive.out.attrib"))
}

fn end_marks(text: &str, choices: &mut Choices<'_>) -> Option<String> {
    Some(text.to_owned() + choices.one_of(&["\u{1a}", "\0\0\0", "\r\n\u{1a}\r\n", "\0\n\0"]))
}

fn two_bytes(text: &str, choices: &mut Choices<'_>) -> Option<String> {
    let mark = choices.one_of(&["", "\u{fffd}\u{fffd}"]);
    let units = text
        .chars()
        .flat_map(|c| if mark.is_empty() { [c, '\0'] } else { ['\0', c] });
    Some(mark.chars().chain(units).collect())
}

fn before_header(text: &str, choices: &mut Choices<'_>) -> Option<String> {
    Some(
        choices
            .one_of(&["\n", "  ", "# made by hand\n", "\r\n# one\r\n# two\r\n"])
            .to_owned()
            + text,
    )
}
