//! The list of statement forms in `oracle/statements/forms.tsv`: each loads in its dialect, runs on the reference engine,
//! and is translated to the targets that hold it, or refused with a reason.

use std::path::Path;

use quadrille::translate::{
    Options, Packing, Reason, SourceProgram, TARGETS, Target, Translation, translate,
};
use quadrille::{Dialect, Inputs, Loaded, Rejected, Session};
use quadrille_tools_testkit::Tool;

const LIST: &str = include_str!("../../../oracle/statements/forms.tsv");

/// Statements that a stage has to have, by the beginning of its header.
const DECLARED: [(&str, &[&str]); 4] = [
    (
        "NVgp",
        &["PRIMITIVE_IN POINTS;", "PRIMITIVE_OUT POINTS;", "VERTICES_OUT 1;"],
    ),
    ("NVtcp", &["VERTICES_OUT 3;"]),
    ("NVtep", &["TESS_MODE TRIANGLES;"]),
    ("NVcp", &["GROUP_SIZE 1;"]),
];

/// The result that the last statement writes, by the beginning of a header.
const RESULTS: [(&str, &str); 9] = [
    ("ARBvp", "result.position"),
    ("ARBfp", "result.color"),
    ("NVvp", "result.position"),
    ("NVfp", "result.color"),
    ("NVgp", "result.position"),
    ("NVtcp", "result.attrib[0]"),
    ("NVtep", "result.position"),
    ("VP", "o[HPOS]"),
    ("FP", "o[COLR]"),
];

/// What Khronos's compiler does not know: extensions, and what a handle of an image becomes.
const UNKNOWN: [&str; 3] = ["variable_group_size", "texture_shadow_lod", "(image_handle"];

/// A row of the list.
struct Form {
    line: usize,
    text: String,
    dialect: Dialect,
    /// Of the fullest targets those that hold it.
    held: Vec<Target>,
}

fn forms() -> Vec<Form> {
    let rows = LIST.lines().enumerate();
    let rows = rows.filter(|(_, row)| !row.is_empty() && !row.starts_with('#'));
    rows.map(|(at, row)| {
        let fields: Vec<&str> = row.split('\t').collect();
        let &[header, body, dialect, held, _] = fields.as_slice() else {
            panic!("line {}: {} fields", at + 1, fields.len());
        };
        Form {
            line: at + 1,
            text: whole(header, body),
            dialect: match dialect {
                "strict" => Dialect::Strict,
                "nvidia" => Dialect::Nvidia,
                other => panic!("line {}: {other}", at + 1),
            },
            held: match held {
                "all" => vec![Target::Glsl450, Target::SpirvVulkan],
                "none" => Vec::new(),
                one => vec![Target::of_name(one).expect(one)],
            },
        }
    })
    .collect()
}

/// The program around some statements.
fn whole(header: &str, body: &str) -> String {
    let mut options = String::new();
    let mut rest = body;
    while let Some((option, behind)) = rest.split_once("; ").filter(|_| rest.starts_with("OPTION ")) {
        options += &format!("{option};\n");
        rest = behind;
    }
    let stages = DECLARED.iter().filter(|(of, _)| header.starts_with(of));
    let declared = stages
        .flat_map(|(_, statements)| *statements)
        .filter(|statement| {
            let word = statement.split(' ').next().unwrap_or_default();
            let is_said = rest.contains(word) || options.contains("passthrough");
            !is_said && !options.contains("variable_group_size")
        });
    let declared: String = declared.map(|statement| format!("{statement}\n")).collect();
    let statements = rest.replace("; ", ";\n");
    let gives = RESULTS.iter().find(|(of, _)| header.starts_with(of));
    let has_a = rest.contains("TEMP a") || rest.contains("TEMP one, a") || rest.contains(", a;");
    let ends = rest.contains("RET;") || rest.contains("result.") || rest.contains("o[");
    let last = match gives {
        Some((_, result)) if has_a && !ends => format!("MOV {result}, a;\n"),
        _ => String::new(),
    };
    format!("!!{header}\n{options}{declared}{statements}\n{last}END\n")
}

fn loaded(form: &Form) -> Result<Loaded, Rejected> {
    Session::new().dialect(form.dialect).load("form", &form.text)
}

/// source: the last column of each row
#[test]
fn each_form_loads_and_runs() {
    let mut wrong = Vec::new();
    for form in forms() {
        let program = match loaded(&form) {
            Ok(program) => program,
            Err(rejected) => {
                let said = rejected.diagnostics.iter().map(|found| {
                    let words = &form.text[found.span.range()];
                    format!("line {}: `{words}`: {}", form.line, found.message)
                });
                wrong.extend(said);
                continue;
            }
        };
        if let Err(error) = program.evaluate(&Inputs::default()) {
            wrong.push(format!("line {}: {error}", form.line));
        }
        let needs_no_habit = Session::new().load("form", &form.text).is_ok();
        if form.dialect == Dialect::Nvidia && needs_no_habit {
            wrong.push(format!("line {}: no habit is needed", form.line));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn translated(program: &Loaded, text: &str, target: Target) -> Result<Translation, Vec<Reason>> {
    let mut options = Options::new(target);
    if target == Target::SpirvVulkan {
        options.packing = Packing::PushConstants;
    }
    let source = SourceProgram {
        program: program.program(),
        text,
        partner: None,
    };
    translate(source, &options)
        .map_err(|refusals| refusals.into_iter().map(|refusal| refusal.reason).collect())
}

/// source: as above; the validators of Khronos, where they are installed
#[test]
fn each_form_is_translated() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("statement-forms");
    std::fs::create_dir_all(&folder).expect("a folder of our own");
    let mut shaders = Vec::new();
    let mut wrong = Vec::new();
    for form in forms() {
        // The other test tells of those that do not load.
        let Ok(program) = loaded(&form) else { continue };
        for row in TARGETS {
            let is_held = form.held.contains(&row.target);
            let is_fullest = matches!(row.target, Target::Glsl450 | Target::SpirvVulkan);
            let made = match translated(&program, &form.text, row.target) {
                Ok(_) if is_fullest && !is_held => {
                    wrong.push(format!("line {}: {} holds it", form.line, row.name));
                    continue;
                }
                Ok(made) => made,
                Err(reasons) => {
                    assert!(!reasons.is_empty(), "line {}: no reason", form.line);
                    if is_held {
                        wrong.push(format!("line {}: {}: {reasons:?}", form.line, row.name));
                    }
                    continue;
                }
            };
            let stage = program.program().profile().stage;
            let ending = quadrille::translate::form::file_ending(stage);
            match made.words {
                Some(words) if row.target == Target::SpirvVulkan && Tool::SPIRV_VAL.is_here() => {
                    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
                    std::fs::write(folder.join("form.spv"), bytes).expect("a file of our own");
                    let said = Tool::SPIRV_VAL.complaint(&folder, ["--target-env", "vulkan1.1", "form.spv"]);
                    if !said.is_empty() {
                        wrong.push(format!("line {}: {said}", form.line));
                    }
                }
                // Nor OpenGL's own names between other stages.
                None if row.target.is_compatible() && matches!(ending, "geom" | "tesc" | "tese") => {}
                None if row.target.is_glsl() && !UNKNOWN.iter().any(|word| made.text.contains(word)) => {
                    let file = format!("{}-{}.{ending}", form.line, row.name);
                    std::fs::write(folder.join(&file), &made.text).expect("a file of our own");
                    shaders.push(file);
                }
                _ => {}
            }
        }
    }
    if Tool::GLSLANG.is_here() {
        let said = Tool::GLSLANG.complaint(&folder, &shaders);
        let files = |line: &&str| !shaders.iter().any(|file| file == line) && !line.is_empty();
        wrong.extend(said.lines().filter(files).map(str::to_owned));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(shaders.len() > 200, "{} shaders", shaders.len());
}
