//! Every option under every header, with and without what it is for.
//!
//! source: `oracle/options/options.tsv`, written down from the specifications' texts.

use quadrille_check::{Options, check};

const TABLE: &str = include_str!("../../../oracle/options/options.tsv");

/// Every header but ATIfs1.0, which has no options, and what a program of it has to have.
const HEADERS: [(&str, &str); 19] = [
    ("VP1.0", "MOV o[HPOS], v[0];"),
    ("VSP1.0", "MOV c[0], v[0];"),
    ("VP1.1", "MOV o[HPOS], v[0];"),
    ("VP2.0", "MOV o[HPOS], v[0];"),
    ("FP1.0", "MOV o[COLR], f[COL0];"),
    ("ARBvp1.0", ""),
    ("ARBfp1.0", ""),
    ("NVvp4.0", ""),
    (
        "NVgp4.0",
        "PRIMITIVE_IN POINTS; PRIMITIVE_OUT POINTS; VERTICES_OUT 1;",
    ),
    ("NVfp4.0", ""),
    ("NVvp4.1", ""),
    (
        "NVgp4.1",
        "PRIMITIVE_IN POINTS; PRIMITIVE_OUT POINTS; VERTICES_OUT 1;",
    ),
    ("NVfp4.1", ""),
    ("NVvp5.0", ""),
    ("NVtcp5.0", "VERTICES_OUT 3;"),
    ("NVtep5.0", "TESS_MODE TRIANGLES;"),
    (
        "NVgp5.0",
        "PRIMITIVE_IN POINTS; PRIMITIVE_OUT POINTS; VERTICES_OUT 1;",
    ),
    ("NVfp5.0", ""),
    ("NVcp5.0", "GROUP_SIZE 1;"),
];

fn rows() -> impl Iterator<Item = [&'static str; 5]> {
    let lines = TABLE.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        [fields[0], fields[1], fields[2], fields[3], fields[4]]
    })
}

/// What a program with an option has to have: some options take a part of it away, or ask for more.
fn body(option: &str, header: &str, usual: &'static str) -> &'static str {
    match option {
        "NV_position_invariant" if header != "VP1.0" => "MOV o[COL0], v[0];",
        "NV_geometry_program_passthrough" if header.starts_with("NVgp") => "PRIMITIVE_IN POINTS;",
        "ARB_compute_variable_group_size" => "",
        _ if option.contains("interlock") => "FSIB; FSIE;",
        _ => usual,
    }
}

/// The options beside it without which it does not stand.
fn beside(option: &str) -> &'static str {
    if option.ends_with("post_depth_coverage") {
        "OPTION NV_early_fragment_tests;"
    } else {
        ""
    }
}

fn loads(program: &str) -> bool {
    check(program, &Options::default()).accepted()
}

#[test]
fn every_header_takes_its_options_and_no_others() {
    let mut wrong = Vec::new();
    let mut count = (0, 0);
    for (header, usual) in HEADERS {
        assert!(loads(&format!("!!{header}\n{usual}\nEND")), "{header}");
        for [option, headers, open, ..] in rows() {
            if open.split(' ').any(|name| name == header) {
                continue;
            }
            let legal = headers.split(' ').any(|name| name == header);
            let (beside, body) = (beside(option), body(option, header, usual));
            let program = format!("!!{header}\nOPTION {option};{beside}\n{body}\nEND");
            if loads(&program) != legal {
                wrong.push(format!("{option} under {header}: {legal}"));
            }
            if legal {
                count.0 += 1;
                let misspelt = program.replace(option, &option.to_lowercase());
                if loads(&misspelt) {
                    wrong.push(format!("{option} in small letters under {header}"));
                }
            } else {
                count.1 += 1;
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    // 52 options under 19 headers, less what is open.
    assert_eq!(count.0 + count.1, 52 * 19 - 2);
}

#[test]
fn what_an_option_is_for_needs_it() {
    let mut wrong = Vec::new();
    let mut without_text = Vec::new();
    for [option, _, _, header, body] in rows() {
        if body == "-" {
            without_text.push(option);
            continue;
        }
        let (inverse, body) = match body.strip_prefix("! ") {
            Some(body) => (true, body),
            None => (false, body),
        };
        let taken_away = matches!(
            option,
            "ARB_compute_variable_group_size" | "NV_geometry_program_passthrough"
        );
        let usual = HEADERS.iter().find(|(name, _)| *name == header);
        let (_, declared) = usual.expect("a header");
        let declared = match header {
            _ if taken_away && header.starts_with("NVgp") => "PRIMITIVE_IN POINTS;",
            _ if taken_away || !header.starts_with("NV") => "",
            _ => declared,
        };
        let with = format!("!!{header}\nOPTION {option};\n{declared}\n{body}\nEND");
        let without = format!("!!{header}\n{declared}\n{body}\nEND");
        if loads(&with) == inverse {
            wrong.push(format!("{with}\nmust {}load", if inverse { "not " } else { "" }));
        }
        if loads(&without) != inverse {
            wrong.push(format!(
                "{without}\nmust {}load",
                if inverse { "" } else { "not " }
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert_eq!(without_text.len(), 12, "{without_text:?}");
}

/// source: ARB_fragment_program 3.11.4.5.1 and 3.11.4.5.2; NV_fragment_shader_interlock 2.X.6: "more than one of
/// these program options"; EXT_ and ARB_post_depth_coverage.
#[test]
fn options_that_exclude_or_need_each_other() {
    let fog = ["ARB_fog_exp", "ARB_fog_exp2", "ARB_fog_linear"];
    let hints = ["ARB_precision_hint_fastest", "ARB_precision_hint_nicest"];
    let interlocks = [
        "NV_pixel_interlock_ordered",
        "NV_pixel_interlock_unordered",
        "NV_sample_interlock_ordered",
        "NV_sample_interlock_unordered",
    ];
    for (header, body, group) in [
        ("ARBfp1.0", "", &fog[..]),
        ("NVfp4.0", "", &fog),
        ("ARBfp1.0", "", &hints),
        ("NVfp5.0", "", &hints),
        ("NVfp5.0", "FSIB; FSIE;", &interlocks),
    ] {
        for first in group {
            for second in group.iter().filter(|second| *second != first) {
                let program = format!("!!{header}\nOPTION {first}; OPTION {second};\n{body}\nEND");
                assert!(!loads(&program), "{program}");
            }
        }
    }
    for option in ["EXT_post_depth_coverage", "ARB_post_depth_coverage"] {
        assert!(!loads(&format!("!!NVfp5.0\nOPTION {option};\nEND")));
    }
    // NV_vertex_program3, dependencies on ARB_fragment_program_shadow.
    let shadow = "OPTION ARB_fragment_program_shadow;\nTEMP a;\nTEX a, a, texture[0], SHADOW2D;\nEND";
    assert!(loads(&format!(
        "!!ARBvp1.0\nOPTION NV_vertex_program3;\n{shadow}"
    )));
    assert!(!loads(&format!("!!ARBvp1.0\n{shadow}")));
    let without = shadow.replace("OPTION ARB_fragment_program_shadow;\n", "");
    assert!(!loads(&format!(
        "!!ARBvp1.0\nOPTION NV_vertex_program3;\n{without}"
    )));
}

/// source: ARB_fragment_program 3.11.4.5.1: temporaries "minus 1".
#[test]
fn fog_takes_a_temporary() {
    let mut options = Options::default();
    assert!(options.limits.set("fragment-temporaries", 2));
    let loads = |option: &str| check(&format!("!!ARBfp1.0\n{option}TEMP a, b;\nEND"), &options).accepted();
    assert!(loads(""));
    for option in ["ARB_fog_exp", "ARB_fog_exp2", "ARB_fog_linear"] {
        assert!(!loads(&format!("OPTION {option};\n")), "{option}");
    }
}
