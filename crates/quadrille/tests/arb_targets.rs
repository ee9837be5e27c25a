//! Programs in the style of games, translated to plain ARB programs: what comes out loads as such, and gives the same
//! values. What is refused has the reason that stands here.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use quadrille::translate::arb::{self, Reason};
use quadrille::translate::{Emulation, Options, SourceProgram, Target, translate};
use quadrille::{BatchInputs, BatchOutputs, Inputs, Limits, Loaded, Numbers, Session};

/// Invocations of a program.
const LANES: usize = 256;

/// Programs that are refused, each with a part of its reason: what the language lacks.
const REFUSED: &[(&str, &str)] = &[
    ("fp1-water.fp", "no parameters that are set by name"),
    ("fp40-edge-derivative.fp", "nothing like `DDX`"),
    ("fp40-facing.fp", "no `fragment.facing`"),
    ("fp40-lod-reflection.fp", "nothing like `TXL`"),
    ("fp40-pack-output.fp", "bits of a number"),
    ("nv4-array-texture.fp", "no texture target `ARRAY2D`"),
    ("nv4-bits-hash.fp", "range in which floats are exact"),
    ("nv4-instances.vp", "no `vertex.instance`"),
    ("nv4-texel-fetch.fp", "nothing like `TXF`"),
    ("vp2-palette-loop.vp", "how often the loop runs"),
    ("vp40-clip-plane.vp", "no `result.clip[0]`"),
    ("vp40-vertex-texture.vp", "no lookups in vertex programs"),
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/games")
}

fn programs() -> Vec<(String, String)> {
    let entries = std::fs::read_dir(folder()).expect("the folder of programs");
    let mut programs: Vec<(String, String)> = entries
        .map(|entry| {
            let path = entry.expect("an entry").path();
            let name = path
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            (name, std::fs::read_to_string(path).expect("a text"))
        })
        .collect();
    programs.sort();
    programs
}

fn options() -> Options {
    let mut options = Options::new(Target::ArbVp1);
    options.limits = Some(Limits::DESKTOP);
    options.allow = vec![Emulation::AttribsAsTexcoords];
    options
}

/// A number that depends on a name and two counts alone, between −2 and 2; of weights and the like, between 0 and 1.
fn number(name: &str, lane: usize, component: usize) -> f32 {
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    let counts = [lane as u8, (lane >> 8) as u8, component as u8];
    for byte in name.bytes().chain(counts) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    hash ^= hash >> 29;
    hash = hash.wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let unit = (hash >> 40) as f32 / (1u32 << 24) as f32;
    unit * 4.0 - 2.0
}

/// The name that an attribute of the source has in the translation.
fn own(name: &str) -> String {
    let generic = name
        .strip_prefix("vertex.attrib[")
        .and_then(|rest| rest.strip_suffix(']'));
    // Attributes with numbers are those with names in VP1.x.
    if let Some(unit) = generic.and_then(|number| number.parse::<u32>().ok()?.checked_sub(8)) {
        return match unit {
            0 => "vertex.texcoord".to_owned(),
            _ => format!("vertex.texcoord[{unit}]"),
        };
    }
    name.replace("vertex.weight", "vertex.attrib[1]")
        .replace("fragment.attrib", "fragment.texcoord")
        .replace("result.attrib", "result.texcoord")
}

fn run(program: &Loaded) -> BatchOutputs {
    run_with(program, &HashMap::new())
}

/// What a parameter is by its name alone.
fn parameter(name: &str) -> [f32; 4] {
    std::array::from_fn(|component| number(name, 0, component))
}

/// The same with some parameters given.
fn run_with(program: &Loaded, given: &HashMap<String, [f32; 4]>) -> BatchOutputs {
    let mut inputs = Inputs::default();
    for one in program.parameters() {
        let values = given
            .get(&one.name)
            .copied()
            .unwrap_or_else(|| parameter(&one.name));
        inputs.set(one.name, values);
    }
    let attributes = program.attributes();
    let values: Vec<Vec<f32>> = attributes
        .iter()
        .map(|attribute| {
            let name = own(&attribute.name);
            let lanes = (0..LANES).flat_map(|lane| (0..4).map(move |component| (lane, component)));
            lanes
                .map(|(lane, component)| number(&name, lane, component))
                .collect()
        })
        .collect();
    let mut arrays = BatchInputs::new(LANES);
    for (attribute, values) in attributes.iter().zip(&values) {
        let set = arrays.set(attribute.name.clone(), 4, Numbers::F32(values));
        set.expect("an attribute of the program");
    }
    program.run_batch(&inputs, &arrays).expect("it runs")
}

/// Whether two numbers are the same but for rounding. What is no number in the source may be anything: a choice of
/// a vertex program keeps none.
fn close(a: f32, b: f32, tolerance: f32) -> bool {
    a == b || a.is_nan() || (a - b).abs() <= tolerance * a.abs().max(b.abs()).max(1.0)
}

/// What differs between a program and its translation.
fn difference(source: &Loaded, translated: &Loaded, tolerance: f32) -> Option<String> {
    between(source, [&run(source), &run(translated)], tolerance)
}

fn between(source: &Loaded, [first, second]: [&BatchOutputs; 2], tolerance: f32) -> Option<String> {
    for lane in 0..LANES {
        if first.killed.get(lane) != second.killed.get(lane) {
            return Some(format!("invocation {lane} is killed by one"));
        }
    }
    for result in source.results() {
        let a = first.vectors(&result.name)?;
        let Some(b) = second.vectors(&own(&result.name)) else {
            return Some(format!("{} is not written", result.name));
        };
        for lane in (0..LANES).filter(|lane| !first.killed.get(*lane)) {
            for component in (0..4).filter(|component| result.used >> component & 1 != 0) {
                let [a, b] = [a[lane][component], b[lane][component]];
                if !close(a, b, tolerance) {
                    return Some(format!("{}[{component}] of {lane}: {a} and {b}", result.name));
                }
            }
        }
    }
    None
}

/// Half precision is not kept.
fn tolerance(text: &str) -> f32 {
    let half = text.contains("!!FP1.0") || text.contains("SHORT");
    if half { 4e-3 } else { 1e-4 }
}

#[test]
fn programs_of_games_become_plain_programs_with_the_same_values() {
    let session = Session::new();
    let (mut wrong, mut translated, programs) = (Vec::new(), 0, programs());
    for (name, text) in &programs {
        let source = session
            .load(name, text)
            .unwrap_or_else(|rejected| panic!("{name}: {rejected}"));
        let program = SourceProgram {
            program: source.program(),
            text,
            partner: None,
        };
        let refused = REFUSED.iter().find(|row| row.0 == name).map(|row| row.1);
        let output = match (translate(program, &options()), refused) {
            (Ok(output), None) => output.text,
            (Ok(_), Some(_)) => {
                wrong.push(format!("{name} is no longer refused"));
                continue;
            }
            (Err(_), refused) => {
                let reason = arb::reason(program, &options()).map(|reason: Reason| reason.to_string());
                let reason = reason.unwrap_or_default();
                if refused.is_none_or(|part| !reason.contains(part)) {
                    wrong.push(format!("{name}: {reason}"));
                }
                continue;
            }
        };
        translated += 1;
        match session.load(name, &output) {
            Err(rejected) => wrong.push(format!("{name}: {rejected}\n{output}")),
            Ok(loaded) => {
                let plain = loaded.program().features().options.iter().all(|option| {
                    let name = option.row().name();
                    name.starts_with("ARB_")
                });
                if !plain {
                    wrong.push(format!("{name} has an option of a vendor"));
                }
                if let Some(difference) = difference(&source, &loaded, tolerance(text)) {
                    wrong.push(format!("{name}: {difference}\n{output}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(programs.len() >= 150, "{} programs", programs.len());
    let share = translated * 100 / programs.len();
    assert!(
        share >= 85,
        "{translated} of {} programs are translated",
        programs.len()
    );
}

/// source: NV_vertex_program2_option and 3, NV_fragment_program_option and 2: what these add to plain programs
#[test]
fn options_of_a_vendor_say_what_plain_programs_cannot() {
    let mut options = options();
    options.vendor_options = arb::VENDOR_OPTIONS.to_vec();
    let session = Session::new();
    let programs = programs();
    for (name, words) in [
        ("fp40-edge-derivative.fp", "DDX "),
        ("fp40-facing.fp", "fragment.facing"),
        ("fp40-lod-reflection.fp", "TXL "),
        ("vp40-clip-plane.vp", "result.clip[0]"),
        ("vp40-vertex-texture.vp", "TXL "),
        ("fp40-pack-output.fp", "PK2H "),
        ("fp40-dynamic-branch.fp", "IF "),
        ("fp40-parallax-loop.fp", "REP "),
        ("nv4-mandelbrot.fp", "BRK "),
        ("vp2-palette-loop.vp", "BRA "),
        ("vp2-states.vp", "SEQ "),
        ("nv4-bits-hash.fp", ""),
    ] {
        let (_, text) = programs
            .iter()
            .find(|one| one.0 == name)
            .expect("a program of games");
        let source = session.load(name, text).expect("it loads");
        let program = SourceProgram {
            program: source.program(),
            text,
            partner: None,
        };
        let Ok(output) = translate(program, &options) else {
            assert!(words.is_empty(), "{name}: {:?}", arb::reason(program, &options));
            continue;
        };
        let output = output.text;
        let option = if name.ends_with(".vp") {
            "NV_vertex_program3"
        } else {
            "NV_fragment_program2"
        };
        let named: Vec<&str> = output
            .lines()
            .filter(|line| line.starts_with("OPTION NV"))
            .collect();
        assert_eq!(named, [format!("OPTION {option};")], "{output}");
        assert!(output.contains(words), "{output}");
        let loaded = session
            .load(name, &output)
            .unwrap_or_else(|rejected| panic!("{name}: {rejected}\n{output}"));
        assert_eq!(
            difference(&source, &loaded, tolerance(text)),
            None,
            "{name}\n{output}"
        );
    }
}

/// source: NV_vertex_program and NV_vertex_program1_1: what a program computes from is in `c[n]`, where reflection says
#[test]
fn programs_of_games_become_programs_of_vp1_with_the_same_values() {
    let session = Session::new();
    let (mut wrong, mut reasons) = (Vec::new(), Vec::new());
    let mut translated = [0, 0];
    let programs = programs();
    let vertex = programs.iter().filter(|(name, _)| name.ends_with(".vp"));
    let vertex: Vec<_> = vertex.collect();
    for (at, target) in [Target::Vp10, Target::Vp11].into_iter().enumerate() {
        for (name, text) in &vertex {
            let source = session.load(name, text).expect("it loads");
            let program = SourceProgram {
                program: source.program(),
                text,
                partner: None,
            };
            let mut options = Options::new(target);
            options.allow = vec![Emulation::AttribsAsTexcoords];
            let Ok(output) = translate(program, &options) else {
                let reason = arb::reason(program, &options).map(|reason| reason.to_string());
                reasons.push(format!("{name}: {}", reason.unwrap_or_default()));
                continue;
            };
            translated[at] += 1;
            let loaded = match session.load(name, &output.text) {
                Ok(loaded) => loaded,
                Err(rejected) => {
                    wrong.push(format!("{name}: {rejected}\n{}", output.text));
                    continue;
                }
            };
            let mut given = HashMap::new();
            for one in &output.shader.parameters {
                let number = one.name.trim_start_matches("c[").trim_end_matches(']');
                let binding = one.elements[0].map(|binding| parameter(&binding.to_string()));
                let constant = one.initial.map(|initial| initial.map(f32::from_bits));
                given.insert(
                    format!("program.env[{number}]"),
                    binding.or(constant).expect("a value"),
                );
            }
            // Sums toward zero, and polynomials for powers.
            let outputs = [&run(&source), &run_with(&loaded, &given)];
            if let Some(difference) = between(&source, outputs, 2e-3) {
                wrong.push(format!("{name}: {difference}\n{}", output.text));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    let least = vertex.len() * 7 / 10;
    assert!(
        translated.iter().all(|count| *count >= least),
        "{translated:?} of {}:\n{}",
        vertex.len(),
        reasons.join("\n")
    );
}

/// source: NV_fragment_program 3.11.5.27, 3.11.5.18 and 3.11.5.23: RSQ, LG2 and POW of negative numbers are NaN, of which
/// a clamp makes its lower end; ARB_fragment_program 3.11.5.22: the root is that of the magnitude
#[test]
fn clamped_roots_and_logarithms_of_negative_numbers_are_the_lower_end() {
    let text = "!!FP1.0\nRSQR_SAT R0.x, f[TEX0].x;\nLG2R_SAT R0.y, f[TEX0].y;\nPOWR_SAT R0.z, f[TEX0].z, f[TEX0].w;\n\
                RSQR_SAT R0.w, -|f[TEX1].x|;\nMOVR o[COLR], R0;\nEND\n";
    let session = Session::new();
    let source = session.load("roots", text).expect("it loads");
    let program = SourceProgram {
        program: source.program(),
        text,
        partner: None,
    };
    let output = translate(program, &options()).expect("a translation").text;
    let loaded = session.load("roots", &output).expect("it loads");
    assert_eq!(difference(&source, &loaded, 1e-4), None, "{output}");
    let outputs = run(&loaded);
    let colors = outputs.vectors("result.color").expect("colours");
    assert!(colors.iter().all(|color| color[3] == 0.0), "{output}");
}

/// source: NV_gpu_program4 2.X.4.3: a condition code holds what the last write that named it gave, whatever its type; the
/// same tests on the reference engine
#[test]
fn condition_codes_of_floats_and_integers_meet() {
    let text = "!!NVvp4.0\nTEMP t;\nINT TEMP n;\nMOV t, vertex.attrib[8].yzwx;\nMOV.CC1 t, t;\nIF LT1.y;\n\
                SUB.S.CC1 n, { 1, 2, 0, -1 }, 1;\nENDIF;\nCAL helper (GT1.w);\nMOV t.xyz (SF1.x), 5;\n\
                MOV t.yzw (GT1), -3;\nMOV result.texcoord[0], t;\nMOV result.position, vertex.position;\nRET;\n\
                helper:\nSFL.S.CC1 n, 1, n;\nRET;\nEND\n";
    let session = Session::new();
    let source = session.load("codes", text).expect("it loads");
    let program = SourceProgram {
        program: source.program(),
        text,
        partner: None,
    };
    let mut options = options();
    for vendor in [Vec::new(), arb::VENDOR_OPTIONS.to_vec()] {
        options.vendor_options = vendor;
        let output = translate(program, &options).expect("a translation").text;
        let loaded = session.load("codes", &output).expect("it loads");
        assert_eq!(difference(&source, &loaded, 1e-4), None, "{output}");
    }
}
