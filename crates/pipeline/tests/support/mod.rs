//! Kernels for tests: written by hand, or made by the checker and the reference engine.
#![allow(dead_code, reason = "each test file uses a part")]

pub(crate) mod point;
pub(crate) mod scene;

use std::sync::Arc;

use quadrille_base::{Id, IndexVec};
use quadrille_engine::{Batch, Environment, Kernel, Scratch, Trap};
use quadrille_isa::gl::profile::PROFILES;
use quadrille_isa::gl::{Binding, Family, Features, Stage};
use quadrille_pipeline::{BoundProgram, CompileError, Compiler, Programs};
use quadrille_program::resources::Interpolation;
use quadrille_program::{Counts, InstId, Parts, Program, Variable};

/// What a kernel does with a batch.
pub(crate) type Body = fn(&mut Batch);

struct TestKernel {
    program: Arc<Program>,
    body: Body,
}

impl Kernel for TestKernel {
    fn program(&self) -> &Arc<Program> {
        &self.program
    }

    fn scratch(&self) -> Scratch {
        Box::new(())
    }

    fn run(&self, batch: &mut Batch, _: &Environment<'_>, _: &mut Scratch) -> Result<(), Trap> {
        (self.body)(batch);
        Ok(())
    }
}

/// A program of a stage with these attributes and results.
pub(crate) fn kernel(
    stage: Stage,
    attributes: &[(Family, [u32; 4])],
    results: &[(Family, [u32; 4])],
    body: Body,
) -> Arc<dyn Kernel> {
    let variables = |bindings: &[(Family, [u32; 4])]| {
        bindings
            .iter()
            .map(|(family, index)| Variable {
                binding: Binding {
                    family: *family,
                    index: *index,
                },
                long: false,
                used: 0b1111,
                interpolation: Interpolation::default(),
            })
            .collect()
    };
    let profile = PROFILES.iter().find(|profile| profile.stage == stage).unwrap();
    let program = Program::new(Parts {
        profile,
        features: Features {
            languages: profile.language,
            stage,
            options: Default::default(),
        },
        instructions: IndexVec::new(),
        spans: IndexVec::new(),
        entry: InstId::new(0),
        temporaries: Vec::new(),
        attributes: variables(attributes),
        results: variables(results),
        parameters: Vec::new(),
        addresses: 0,
        textures: Vec::new(),
        images: Vec::new(),
        memory: Default::default(),
        subroutines: Default::default(),
        layout: Default::default(),
        secondary_view_layer_offset: None,
        labels: Vec::new(),
        declared: Vec::new(),
        counts: Counts::default(),
        execution: Default::default(),
        ati: None,
    })
    .unwrap();
    Arc::new(TestKernel {
        program: Arc::new(program),
        body,
    })
}

/// Copies attributes to results, slot by slot.
pub(crate) fn copy(batch: &mut Batch) {
    for slot in 0..batch.results.slots() {
        for component in 0..4 {
            let from = batch.attributes.component(slot, component).to_vec();
            batch
                .results
                .component_mut(slot, component)
                .copy_from_slice(&from);
        }
    }
}

/// Position and colour go through; the fragment's colour is the interpolated one.
pub(crate) fn pass_through() -> Programs {
    let vertex = kernel(
        Stage::Vertex,
        &[(Family::VertexPosition, [0; 4]), (Family::VertexColor, [0; 4])],
        &[(Family::ResultPosition, [0; 4]), (Family::ResultColor, [0; 4])],
        copy,
    );
    let fragment = kernel(
        Stage::Fragment,
        &[(Family::FragmentColor, [0; 4])],
        &[(Family::ResultFragmentColor, [0; 4])],
        copy,
    );
    Programs {
        vertex: Some(BoundProgram::new(vertex)),
        fragment: Some(BoundProgram::new(fragment)),
        ..Programs::default()
    }
}

/// The checker and the reference engine.
pub(crate) struct Checker;

impl Compiler for Checker {
    fn compile(&self, text: &str) -> Result<Arc<dyn Kernel>, CompileError> {
        let checked = quadrille_check::check(text, &quadrille_check::Options::default());
        match checked.program {
            Some(program) => Ok(Arc::new(quadrille_reference::ReferenceKernel::new(Arc::new(
                program,
            )))),
            None => Err(CompileError(checked.diagnostics)),
        }
    }
}

/// Compiles nothing.
pub(crate) struct NoCompiler;

impl Compiler for NoCompiler {
    fn compile(&self, _: &str) -> Result<Arc<dyn Kernel>, CompileError> {
        Err(CompileError::default())
    }
}
