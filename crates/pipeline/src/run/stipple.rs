//! Where in its pattern each line of a draw begins (GL 2.1, 3.4.2), found one after another before lines are set up in any
//! order: along strips, and along the edges of quadrilaterals and polygons that were cut into triangles.

use std::collections::HashMap;

use crate::inter_stage::primitive_ref::PrimitiveRef;
use crate::primitive::Topology;
use crate::run::rasterizer::Rasterizer;
use crate::setup::OutlineEdge;

/// The bit of [`PrimitiveRef::boundary`] that the first triangle of every polygon has, and no other.
const FIRST: u8 = 0b100;

/// Where the pattern is between two calls of a draw.
pub(crate) struct PatternPlace {
    /// Whether lines that share a vertex with the line before go on with its pattern: those of strips do.
    are_strips: bool,
    /// What the triangles were cut from.
    topology: Topology,
    /// Where the next line of the strip begins.
    line: i64,
    /// Polygons of which another part may come, by viewport and layer.
    polygons: HashMap<(u8, i32), Polygon>,
}

impl Default for PatternPlace {
    fn default() -> PatternPlace {
        PatternPlace::new(Topology::Triangles, false)
    }
}

impl PatternPlace {
    /// At the beginning of a draw; what a geometry program makes are strips.
    pub(crate) fn new(topology: Topology, is_made: bool) -> PatternPlace {
        PatternPlace {
            are_strips: is_made || topology.is_line_strip(),
            topology: if is_made { Topology::Triangles } else { topology },
            line: 0,
            polygons: HashMap::new(),
        }
    }
}

/// Where in the pattern lines begin, in units of the grid.
#[derive(Default)]
pub(crate) struct Stipples {
    /// All of them.
    places: Vec<i64>,
    /// Where those of each primitive end.
    ends: Vec<usize>,
}

impl Stipples {
    /// Those of a primitive, by its number.
    pub(crate) fn of(&self, at: usize) -> &[i64] {
        let Some(end) = self.ends.get(at) else {
            return &[];
        };
        let first = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.places[first..*end]
    }
}

/// Triangles of one polygon, and the edges that are drawn of them.
#[derive(Default)]
struct Polygon {
    /// Where its next edge begins.
    place: i64,
    parts: usize,
    edges: Vec<Edge>,
}

struct Edge {
    /// Its place among the edges of the polygon, and among the places that are found.
    order: usize,
    at: usize,
    edge: OutlineEdge,
}

impl Polygon {
    /// Goes around: from the first edge that is left to the one that begins where it ends; where there is none, as behind an
    /// edge that is no boundary, to the first of the others.
    fn place(&mut self, places: &mut [i64]) {
        self.edges.sort_by_key(|edge| edge.order);
        let mut from: HashMap<[u64; 4], Vec<usize>> = HashMap::new();
        for (number, edge) in self.edges.iter().enumerate().rev() {
            from.entry(edge.edge.ends[0].map(f64::to_bits))
                .or_default()
                .push(number);
        }
        let mut is_left = vec![true; self.edges.len()];
        for first in 0..self.edges.len() {
            let mut next = Some(first);
            while let Some(number) = next.filter(|number| is_left[*number]) {
                is_left[number] = false;
                let Edge { at, edge, .. } = &self.edges[number];
                places[*at] = self.place;
                self.place += edge.advance;
                let behind = from.get_mut(&edge.ends[1].map(f64::to_bits));
                next = behind.and_then(|behind| {
                    while behind.last().is_some_and(|number| !is_left[*number]) {
                        behind.pop();
                    }
                    behind.last().copied()
                });
            }
        }
        self.edges.clear();
    }
}

impl Rasterizer<'_> {
    /// Where each line begins.
    pub(super) fn line_stipples(&mut self, items: &[PrimitiveRef]) -> Stipples {
        let mut before: Option<&PrimitiveRef> = None;
        let places = items.iter().map(|item| {
            // What comes first of the primitives of this call goes on with the call before.
            let goes_on = before.is_none_or(|before| before.corners[1] == item.corners[0]);
            if !self.pattern.are_strips || !goes_on || item.number == 0 {
                self.pattern.line = 0;
            }
            before = Some(item);
            let begins = self.pattern.line;
            self.pattern.line += self.setups[usize::from(item.viewport)].line_advance(*item, &self.shaded);
            begins
        });
        Stipples {
            places: places.collect(),
            ends: (1..=items.len()).collect(),
        }
    }

    /// Where the edges of triangles begin that are drawn as lines: "The line stipple counter is reset at the beginning of the
    /// first rasterized edge of the polygon, but not for subsequent edges" (GL 2.1, 3.5.4).
    pub(super) fn outline_stipples(&mut self, items: &[PrimitiveRef]) -> Stipples {
        let mut stipples = Stipples::default();
        let mut edges = Vec::new();
        for item in items {
            let polygon = self
                .pattern
                .polygons
                .entry((item.viewport, item.layer))
                .or_default();
            if item.boundary & FIRST != 0 {
                polygon.place(&mut stipples.places);
                (polygon.place, polygon.parts) = (0, 0);
            }
            let setup = &self.setups[usize::from(item.viewport)];
            let corners = setup.outline_edges(item, &self.shaded, &mut self.setup_workers[0], &mut edges);
            let first = stipples.places.len();
            polygon.edges.extend(edges.drain(..).map(|edge| Edge {
                order: edge.part_of.map_or(usize::MAX, |corner| {
                    self.pattern.topology.edge(polygon.parts, corner)
                }),
                at: first + edge.corner,
                edge,
            }));
            polygon.parts += 1;
            stipples.places.resize(first + corners, 0);
            stipples.ends.push(first + corners);
        }
        // Of a polygon with more triangles than are drawn together, the edges that come go on behind these.
        for polygon in self.pattern.polygons.values_mut() {
            polygon.place(&mut stipples.places);
        }
        stipples
    }
}
