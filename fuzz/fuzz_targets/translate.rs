//! Programs made from the tables, translated to a target that the last byte chooses: there is a shader, or there
//! are reasons at places in the text. SPIR-V, WGSL, HLSL and MSL have been through a validator.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quadrille::translate::{EMULATIONS, Options, Packing, Semantics, Source, TARGETS, reflect, translate};
use quadrille_fuzz::grammar;

fuzz_target!(|bytes: &[u8]| {
    let Some((text, program)) = grammar::accepted(bytes) else {
        return;
    };
    let choice = usize::from(bytes.last().copied().unwrap_or(0));
    let row = &TARGETS[choice % TARGETS.len()];
    let mut options = Options::new(row.target);
    if choice & 64 != 0 {
        options.allow = EMULATIONS.iter().map(|row| row.0).collect();
        options.two_sided = true;
    }
    if choice & 128 != 0 {
        options.semantics = Semantics::Fast;
        options.packing = Packing::Block;
    }
    let source = Source {
        program: &program,
        text: &text,
        partner: None,
    };
    match translate(source, &options) {
        Ok(shader) => {
            assert!(!shader.text.is_empty() || shader.words.is_some_and(|words| !words.is_empty()));
            reflect(&shader.shader, &options);
        }
        Err(problems) => {
            assert!(!problems.is_empty(), "{text}");
            for problem in problems {
                assert!(text.get(problem.span.range()).is_some(), "{text}\n{problem:?}");
                // What our own printer wrote, the reader of the module must not refuse.
                assert!(
                    !problem.message.contains("cannot say it"),
                    "{text}\n{}: {}",
                    row.name,
                    problem.message
                );
            }
        }
    }
});
