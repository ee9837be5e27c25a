//! Small scenes with pass-through programs: a framebuffer of 100 by 100 pixels, meshes in window coordinates.

use std::sync::LazyLock;

use quadrille_base::{Budget, Meter};
use quadrille_pipeline::{
    Arrays, ColorFormat, Context, DepthFormat, Draw, Elements, Framebuffer, Outcome, Pipeline, Programs,
    TextureUnits, Threads, Topology, attribute,
};

use super::{NoCompiler, pass_through};

pub(crate) const SIZE: u32 = 100;

static NO_TEXTURES: LazyLock<TextureUnits> = LazyLock::new(TextureUnits::default);

static METER: LazyLock<Meter> = LazyLock::new(|| Meter::new(Budget::of_instructions(1000)));

pub(crate) fn pipeline(threads: usize) -> Pipeline {
    Pipeline::new(Threads::new(threads).unwrap(), Box::new(NoCompiler))
}

pub(crate) fn framebuffer() -> Framebuffer {
    Framebuffer::new(
        SIZE,
        SIZE,
        &[ColorFormat::Rgba8],
        Some(DepthFormat::Depth24),
        true,
    )
    .unwrap()
}

pub(crate) struct Mesh {
    pub(crate) topology: Topology,
    pub(crate) positions: Vec<f32>,
    pub(crate) colors: Vec<f32>,
}

impl Mesh {
    pub(crate) fn new(topology: Topology, positions: Vec<[f32; 4]>) -> Mesh {
        let colors = vec![1.0; positions.len() * 4];
        Mesh {
            topology,
            positions: positions.into_flattened(),
            colors,
        }
    }

    pub(crate) fn colored(mut self, color: [f32; 4]) -> Mesh {
        self.colors
            .chunks_mut(4)
            .for_each(|to| to.copy_from_slice(&color));
        self
    }

    pub(crate) fn draw(
        &self,
        pipeline: &mut Pipeline,
        context: &Context,
        framebuffer: &mut Framebuffer,
    ) -> Outcome {
        let programs = pass_through();
        let draw = self.with(&programs);
        pipeline.draw(context, framebuffer, &draw).unwrap()
    }

    pub(crate) fn with<'a>(&'a self, programs: &'a Programs) -> Draw<'a> {
        Draw {
            topology: self.topology,
            arrays: Arrays::default()
                .with(attribute::POSITION, 4, &self.positions)
                .with(attribute::COLOR, 4, &self.colors),
            elements: Elements::Range {
                first: 0,
                count: self.positions.len() as u32 / 4,
            },
            instances: 1,
            base_instance: 0,
            base_vertex: 0,
            number: 0,
            feedback: None,
            counted: false,
            watch: None,
            programs,
            textures: &NO_TEXTURES,
            bindings: quadrille_pipeline::Bindings::NONE,
            meter: &METER,
            unordered: false,
        }
    }
}

/// A position from window coordinates, at depth z and with clip w.
pub(crate) fn at(x: f32, y: f32, z: f32, w: f32) -> [f32; 4] {
    let half = SIZE as f32 / 2.0;
    [(x / half - 1.0) * w, (y / half - 1.0) * w, z * w, w]
}

pub(crate) fn rectangle(x: f32, y: f32, width: f32, height: f32, z: f32) -> Mesh {
    Mesh::new(
        Topology::TriangleStrip,
        vec![
            at(x, y, z, 1.0),
            at(x + width, y, z, 1.0),
            at(x, y + height, z, 1.0),
            at(x + width, y + height, z, 1.0),
        ],
    )
}
