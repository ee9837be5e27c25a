//! One point in the middle of one pixel: what its colour is.

use quadrille_base::{Budget, Meter};
use quadrille_pipeline::{
    Arrays, ColorFormat, Compiler, Context, Draw, Elements, Framebuffer, Pipeline, Programs, TextureUnits,
    Threads, Topology,
};

use super::Checker;

/// Fails with the checker's words if it does not accept a text.
pub(crate) fn accepts(text: &str) {
    if let Err(message) = Checker.compile(text) {
        panic!("{message}");
    }
}

/// Draws one point in the middle with the given attributes; its colour.
pub(crate) fn color_of(context: &Context, attributes: &[(usize, [f32; 4])], programs: &Programs) -> [f32; 4] {
    let mut framebuffer = Framebuffer::new(1, 1, &[ColorFormat::Rgba32F], None, false).unwrap();
    let mut arrays = Arrays::default();
    for (number, value) in attributes {
        arrays = arrays.with(*number, 4, value);
    }
    let draw = Draw {
        topology: Topology::Points,
        arrays,
        elements: Elements::Range { first: 0, count: 1 },
        instances: 1,
        base_instance: 0,
        base_vertex: 0,
        number: 0,
        feedback: None,
        counted: false,
        watch: None,
        programs,
        textures: &TextureUnits::default(),
        bindings: quadrille_pipeline::Bindings::NONE,
        meter: &Meter::new(Budget::of_instructions(10_000)),
        unordered: false,
    };
    let mut pipeline = Pipeline::new(Threads::one(), Box::new(Checker));
    let outcome = pipeline.draw(context, &mut framebuffer, &draw).unwrap();
    assert_eq!(outcome.fragments, 1);
    framebuffer.color(0, 0, 0)
}

/// The default state without clamping of vertex colours.
pub(crate) fn context() -> Context {
    let mut context = Context::new(1, 1);
    context.clamping.vertex = false;
    context
}
