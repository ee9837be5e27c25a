//! Distances to clip planes, and what stands in for them.

use quadrille_base::Span;
use quadrille_isa::gl::{Binding, Family};
use quadrille_program::{Program, Variable};

use crate::form::{Binary, Expression, InputKind, OutputKind, StatementKind, Type};
use crate::options::Emulation;
use crate::raise::interface::results::varying_location;
use crate::raise::raiser::Raiser;
use crate::rules;
use crate::target::{Feature, Support, Target};

/// Places between the stages that every implementation has which counts them.
const PLACES: u32 = 32;

impl Raiser<'_> {
    fn lacks_clip_distances(&self) -> bool {
        self.options.target.support(Feature::ClipDistances) == Support::Missing
    }

    /// Whether distances to clip planes are components of gl_ClipVertex.
    fn has_clip_vertex(&self) -> bool {
        self.options.target == Target::Glsl120 && self.options.allows(Emulation::ClipVertex)
    }

    /// Whether the fragment shader drops what is clipped.
    fn drops_clipped(&self) -> bool {
        self.lacks_clip_distances()
            && !self.has_clip_vertex()
            && self.options.allows(Emulation::ClipByDiscard)
    }

    /// Whether distances to clip planes are left out.
    pub(crate) fn leaves_clips_out(&self) -> bool {
        self.lacks_clip_distances()
            && !self.has_clip_vertex()
            && !self.drops_clipped()
            && self.options.allows(Emulation::NoClipDistances)
    }

    /// Whether the distance to a clip plane is written.
    pub(crate) fn clips(&mut self, plane: u32, span: Span) -> bool {
        if self.drops_clipped() {
            return true;
        }
        if self.leaves_clips_out() {
            return false;
        }
        if !self.has_clip_vertex() {
            return !self.need_or(Feature::ClipDistances, Emulation::ClipByDiscard, span);
        }
        if plane > 3 {
            self.problem(rules::unsaid(
                span,
                "gl_ClipVertex has no room for more than four clip planes",
            ));
        }
        plane < 4
    }

    /// Where the distance to a plane lies between the stages: at a place that no value of either program has.
    fn distance_location(&self, plane: u32) -> u32 {
        let programs = || [self.program].into_iter().chain(self.source.partner);
        let used = |place: &u32| {
            let values = |program: &'_ Program| {
                let variables = program.attributes().iter().chain(program.results());
                let mut places = variables.filter_map(|variable| varying_location(variable.binding));
                places.any(|other| other == *place)
            };
            programs().any(values)
        };
        // The first four are colours, the next one is fog.
        let mut free = (5..PLACES).rev().filter(|place| !used(place));
        free.nth(plane as usize).unwrap_or(PLACES + plane)
    }

    /// What the distance to a plane is called, and where it goes.
    pub(crate) fn clip_output(&self, plane: u32) -> (String, OutputKind) {
        if self.drops_clipped() {
            let kind = OutputKind::Varying(self.distance_location(plane), Default::default());
            (format!("v_clip{plane}"), kind)
        } else {
            (format!("clip{plane}"), OutputKind::ClipDistance(plane))
        }
    }

    /// Gives 0, which clips nothing, as distances that nothing writes and that lie before one that is written: Vulkan
    /// enables no planes, but clips by all of the array (Vulkan 1.3, primitive clipping).
    pub(crate) fn open_other_planes(&mut self) {
        if !self.options.target.is_vulkan() {
            return;
        }
        let outputs = self.shader.outputs.iter();
        let written: Vec<u32> = outputs
            .filter_map(|output| match output.kind {
                OutputKind::ClipDistance(plane) => Some(plane),
                _ => None,
            })
            .collect();
        let before = 0..written.iter().copied().max().unwrap_or(0);
        for plane in before.filter(|plane| !written.contains(plane)) {
            let (name, kind) = self.clip_output(plane);
            let output = self.added_output(&name, kind, Binding::new(Family::ResultClip, [plane, 0, 0, 0]));
            self.push(StatementKind::Assign {
                place: output.into(),
                components: None,
                value: Expression::float(0.0, 1),
                precise: false,
            });
        }
    }

    /// Drops fragments beyond a clip plane to which the vertex program of a pair gives the distance. A point is where
    /// its vertex is, as in OpenGL.
    pub(crate) fn drop_clipped(&mut self) {
        let Some(partner) = self.source.partner.filter(|_| self.drops_clipped()) else {
            return;
        };
        let enabled = self.options.clip_planes.unwrap_or(u32::MAX);
        let planes: Vec<u32> = if partner.features().options.position_invariant() {
            let added = self.options.clip_planes.unwrap_or(0);
            (0..u32::BITS).filter(|plane| added >> plane & 1 != 0).collect()
        } else {
            let results = partner.results().iter().map(|result| result.binding);
            let clips = results.filter(|binding| binding.family == Family::ResultClip);
            let numbers = clips.map(|binding| binding.index[0]);
            numbers.filter(|plane| enabled >> plane & 1 != 0).collect()
        };
        // What is dropped at the end has been stored by then, and has passed tests that come early.
        let shows = !self.shader.storages.is_empty() || self.shader.features.contains(&Feature::EarlyTests);
        if shows && !planes.is_empty() {
            self.need(Feature::ClipDistances, Span::at(0));
        }
        for plane in planes {
            let variable = Variable {
                binding: Binding::new(Family::FragmentClip, [plane, 0, 0, 0]),
                long: false,
                used: 1,
                interpolation: Default::default(),
            };
            let kind = InputKind::Varying(self.distance_location(plane), Default::default());
            let distance = self.input(format!("v_clip{plane}"), Type::FLOAT, kind, &variable);
            self.drop_where(Expression::binary(
                Binary::Less,
                distance,
                Expression::float(0.0, 1),
            ));
        }
    }
}
