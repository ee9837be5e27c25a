//! The manual's example programs load, and those with a stated result give it.

use std::collections::BTreeMap;

use quadrille::manual::{self, Chapter, ManualLocation, example, places};
use quadrille::{Inputs, Session};
use quadrille_check::{Options, check};
use quadrille_isa::gl::Stage;
use quadrille_isa::gl::limit::{FIXED, FixedLimit};
use quadrille_isa::gl::opcode::{OPCODES, OperandShape};
use quadrille_isa::gl::profile::Variables;
use quadrille_pipeline::framebuffer;
use quadrille_pipeline::state::MAX_DRAW_BUFFERS;
use quadrille_pipeline::state::multisample::MAX_SAMPLES;

#[test]
fn every_page_has_a_name_of_its_own_and_is_found() {
    let pages = manual::pages();
    let mut seen = BTreeMap::new();
    for page in &pages {
        assert!(!page.summary.is_empty(), "{} has no summary", page.name);
        let file = (page.chapter, page.name.to_lowercase());
        assert!(
            seen.insert(file, ()).is_none(),
            "two pages are called {}",
            page.name
        );
    }
    for name in [
        "LDC",
        "ldc",
        "NV_shader_storage_buffer",
        "state.light",
        "duplicate-name",
        "vertex-temporaries",
        "!!ARBvp1.0",
        "ARBvp1.0",
        "TEMP",
        "FLAT",
        "_SAT",
        "_SSAT",
        ".CC1",
        "H",
        "NV_gpu_program5",
        "GL_NV_gpu_program5",
    ] {
        assert!(manual::page(name).is_ok(), "{name}");
    }
    assert_eq!(
        manual::page("ATOMBB").map_err(|error| error.to_string()),
        Err("nothing is called `ATOMBB`; did you mean `ATOMB`?".to_owned())
    );
    // source: the opcode tables and option sections of the extensions in the OpenGL registry: 147 and 52
    let count = |chapter| pages.iter().filter(|page| page.chapter == chapter).count();
    assert_eq!((count(Chapter::Opcodes), count(Chapter::Options)), (147, 52));
    let near = |name: &str| manual::page(name).expect_err(name).near;
    assert_eq!(near("state.lght").as_deref(), Some("state.light"));
    assert_eq!(near("vertex.positon").as_deref(), Some("vertex.position"));
    assert_eq!(near("ARB_fog").as_deref(), Some("ARB_fog_exp"));
    assert_eq!(near("").as_deref(), None);
}

/// source: docs/pipeline.md, whose rows have the names from the extensions
#[test]
fn limits_are_found_by_the_names_of_gl() {
    let page = include_str!("../../../docs/pipeline.md");
    let mut seen = 0;
    for line in page.lines().filter(|line| !line.contains("none")) {
        for name in line.split('`').skip(1).step_by(2) {
            let is_limit = name.starts_with("MAX_") || name.starts_with("MIN_");
            // A constant of the library is in a row, too.
            if is_limit && !name.contains('*') && name != "MAX_ANISOTROPY" {
                let found = manual::page(name);
                assert!(
                    found.is_ok_and(|text| text.contains("| desktop |") || text.contains("every preset")),
                    "{name}"
                );
                seen += 1;
            }
        }
    }
    assert!(seen > 35, "{seen} names");
}

/// source: what bounds them
#[test]
fn fixed_limits_are_those_of_the_pipeline() {
    let textures = quadrille_texture::Limits::default();
    for (name, value) in [
        (
            "MAX_TEXTURE_MAX_ANISOTROPY",
            quadrille_texture::MAX_ANISOTROPY as u32,
        ),
        ("MAX_COLOR_ATTACHMENTS", MAX_DRAW_BUFFERS as u32),
        ("MAX_DUAL_SOURCE_DRAW_BUFFERS", MAX_DRAW_BUFFERS as u32),
        ("MAX_FRAMEBUFFER_LAYERS", framebuffer::MAX_LAYERS),
        ("MAX_SAMPLES", MAX_SAMPLES as u32),
        ("MAX_RENDERBUFFER_SIZE", framebuffer::MAX_SIZE),
        ("MAX_SAMPLE_MASK_WORDS", MAX_SAMPLES.div_ceil(32) as u32),
        ("MAX_TEXTURE_BUFFER_SIZE", textures.buffer_texels),
        ("MAX_ARRAY_TEXTURE_LAYERS", textures.layers),
        ("MAX_TEXTURE_SIZE", textures.size),
        ("MAX_3D_TEXTURE_SIZE", textures.size_3d),
    ] {
        let row = FixedLimit::of_name(name).expect(name);
        assert_eq!(row.value, value, "{name}");
    }
    assert_eq!(FIXED.len(), 11, "each is compared");
}

#[test]
fn pages_are_in_the_language_of_their_reader() {
    let page = |name: &str, header: &str, options: &[&str]| {
        let reader = ManualLocation::of(header, options.iter().copied()).expect(header);
        manual::page_for(name, Some(&reader)).expect(name)
    };
    // source: ARB_vertex_program 2.14.5: the vertex language has DP3, and its instructions have no suffix;
    // ARB_fragment_program 3.11.4.3: `_SAT`; NV_fragment_program_option: `R`, `H`, `X`, `C`.
    let vertex = page("DP3", "!!ARBvp1.0", &[]);
    assert!(vertex.contains("```\n!!ARBvp1.0\n"), "{vertex}");
    assert!(
        !vertex.contains("Suffixes") && !vertex.contains("NV4"),
        "{vertex}"
    );
    let fragment = page("DP3", "ARBfp1.0", &[]);
    assert!(
        fragment.contains("```\n!!ARBfp1.0\n") && fragment.contains("- Suffixes: _SAT\n"),
        "{fragment}"
    );
    let option = page("SIN", "ARBvp1.0", &["NV_vertex_program2"]);
    assert!(option.contains("OPTION NV_vertex_program2;"), "{option}");
    // What a language does not have is said, and shown where it is.
    let missing = page("TXL", "ARBvp1.0", &[]);
    assert!(missing.contains("OPTION NV_vertex_program3;"), "{missing}");
    let absent = page("EMIT", "ARBvp1.0", &[]);
    assert!(
        absent.contains("Not in `!!ARBvp1.0`.") && absent.contains("```\n!!NVgp4.0\n"),
        "{absent}"
    );
    let position = page("vertex.position", "ARBvp1.0", &[]);
    assert!(
        position.contains("- `vertex.position`\n") && !position.contains("vertices"),
        "{position}"
    );
    // Without a reader the example is of the language of the most programs.
    assert!(manual::page("DP3").expect("DP3").contains("```\n!!ARBvp1.0\n"));
    assert!(ManualLocation::of("ARBvp2.0", []).is_err());
    assert!(ManualLocation::of("ARBvp1.0", ["ARB_fog_exp"]).is_err());
    // An option and an extension of one name are one page after the other.
    let both = manual::page("NV_vertex_program2").expect("both");
    assert!(
        both.contains("# OPTION NV_vertex_program2") && both.contains("Brings !!VP2.0"),
        "{both}"
    );
}

#[test]
fn every_stated_example_gives_its_result() {
    // source: the examples of the opcode table, numbers that a reader can check by hand
    let session = Session::new();
    let mut not_run = Vec::new();
    for row in OPCODES {
        let Some(stated) = row.example else { continue };
        // The table's example is the operation's; the program's selects components before it.
        if row.operands.contains(&OperandShape::ExtendedSwizzle) {
            continue;
        }
        let computes = |place: &&ManualLocation| {
            let stage = matches!(place.profile.stage, Stage::Vertex | Stage::Fragment);
            // What the languages with another operation of this name give, the table does not state.
            let language = place.profile.language;
            let is_own = row.variants.iter().all(|(others, _)| !others.meets(language));
            stage && place.profile.variables == Variables::Declared && is_own
        };
        let mut run = 0;
        for place in places(&row.availability).iter().filter(computes) {
            let text = example::opcode(row, place);
            let loaded = session
                .load(row.mnemonic, &text)
                .unwrap_or_else(|rejected| panic!("{rejected}\n{text}"));
            let outputs = loaded
                .evaluate(&Inputs::default())
                .unwrap_or_else(|error| panic!("{error}\n{text}"));
            let result = outputs.get("result.position").or(outputs.get("result.color"));
            let Some(result) = result else { continue };
            let wanted: Vec<f32> = match stated.result {
                [one] => vec![*one; 4],
                many => many.to_vec(),
            };
            for (at, (got, want)) in result.iter().zip(&wanted).enumerate() {
                assert!(
                    (got - want).abs() <= 1e-5 * want.abs().max(1.0),
                    "{} component {at}: {got}, not {want}\n{text}",
                    row.mnemonic
                );
            }
            run += 1;
        }
        if run == 0 {
            not_run.push(row.mnemonic);
        }
    }
    assert!(not_run.is_empty(), "{not_run:?}");
}

#[test]
fn every_example_program_loads() {
    let mut bad = Vec::new();
    let mut count = 0;
    let options = Options::default();
    let mut judge = |name: &str, text: &str| {
        count += 1;
        let checked = check(text, &options);
        if let Some(error) = checked.errors().next() {
            bad.push(format!("{name}: {} at {:?}\n{text}", error.message, error.span));
        }
    };
    for row in OPCODES {
        for place in places(&row.availability) {
            judge(row.mnemonic, &example::opcode(row, &place));
        }
    }
    for page in manual::pages() {
        if page.chapter == Chapter::Rules {
            continue;
        }
        for program in page.text.split("```\n").skip(1).step_by(2) {
            judge(&page.name, program);
        }
    }
    assert!(count > 1000, "{count} programs");
    assert!(bad.is_empty(), "{} of {count}:\n{}", bad.len(), bad.join("\n"));
}
