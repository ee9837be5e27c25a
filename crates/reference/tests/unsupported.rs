//! Instructions that the engine does not have stop a run; they are never passed over.

use std::sync::Arc;

use quadrille_base::Id;
use quadrille_check::{Options, check};
use quadrille_engine::environment::{Lookup, Textures};
use quadrille_engine::{Batch, Engine, Environment, TrapKind};
use quadrille_reference::{Quiet, Reference, ReferenceKernel};

struct Black;

impl Textures for Black {
    fn sample(&self, _: &Lookup<'_>, result: &mut [Vec<u32>; 4]) {
        result.iter_mut().for_each(|words| words.fill(0));
    }
}

#[test]
fn a_run_stops_where_it_would_go_wrong() {
    let texts = [
        "!!VP2.0 MOV o[HPOS], v[0]; BRA end; MOV o[HPOS], v[1]; end: END",
        "!!VP2.0 MOV o[HPOS], v[0]; MOV o[HPOS] (FL), v[1]; END",
        "!!VP2.0 MOV o[HPOS], v[0]; MOVC CC, v[1]; END",
        "!!VSP1.0 MOV R0, v[0]; MOV c[0], R0; END",
        "!!FP1.0 MOV o[COLR], f[COL0]; KIL TR; END",
        "!!FP1.0 MOV o[COLR], f[COL0]; MOV H0, f[COL0]; END",
    ];
    for text in texts {
        let program = check(text, &Options::default()).program.expect("a program");
        let program = Arc::new(program);
        assert!(Reference.prepare(&program).is_err(), "{text}");
        let mut batch = Batch::new(&program, 4);
        let parameters = vec![[0; 4]; program.parameters().len()];
        let environment = Environment {
            parameters: &parameters,
            textures: &Black,
            budget: 100,
        };
        let kernel = ReferenceKernel::new(program);
        let trap = kernel
            .observe(&mut batch, &environment, &mut Quiet)
            .expect_err(text);
        assert_eq!(trap.kind, TrapKind::Unsupported, "{text}");
        assert_eq!(trap.instruction.index(), 1, "{text}");
    }
}
