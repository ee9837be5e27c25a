//! TESS_MODE QUADS: a grid, and a frame around it (ARB_tessellation_shader 2.X.2.2).
//!
//! The text cuts the edges u = 0 and u = 1 by the first inner level; its figures X.1 and X.3 cut along u by it, and
//! so does this, as hardware does.

use super::domain::{Domain, Levels};
use super::edge::{Cut, Spacing};
use super::ring::{self, Edge};

/// For the edges counter-clockwise from (0, 0), the outer level: v = 0, u = 1, v = 1, u = 0.
const LEVELS: [usize; 4] = [1, 2, 3, 0];

pub(super) fn domain(spacing: Spacing, levels: &Levels) -> Domain {
    let mut domain = Domain::default();
    let outer = LEVELS.map(|edge| spacing.cut(levels.outer[edge]));
    let one = |cut: &Cut| cut.segments == 1;
    let single = levels.inner.iter().all(|level| one(&spacing.cut(*level))) && outer.iter().all(one);
    let mut begins = Vec::new();
    let mut frame: [Edge; 4] = Default::default();
    for (side, (edge, cut)) in frame.iter_mut().zip(&outer).enumerate() {
        begins.push(domain.vertices.len() as u32);
        for number in 0..cut.segments {
            let along = cut.at(number) as f32;
            let coordinate = match side {
                0 => [along, 0.0],
                1 => [1.0, along],
                2 => [1.0 - along, 1.0],
                _ => [0.0, 1.0 - along],
            };
            let vertex = domain.vertex([coordinate[0], coordinate[1], 0.0]);
            edge.push(vertex, cut.at(number));
        }
    }
    for (side, edge) in frame.iter_mut().enumerate() {
        edge.push(begins[(side + 1) % 4], 1.0);
    }
    if single {
        domain.corners.extend([0, 1, 2, 0, 2, 3]);
        return domain;
    }
    let grid = Grid::new(&mut domain, levels.inner.map(|level| spacing.inner_cut(level)));
    grid.fill(&mut domain);
    for (side, edge) in frame.iter().enumerate() {
        ring::fill(&mut domain, edge, &grid.side(side));
    }
    domain
}

/// The inner rectangle: points 1 to m − 1 along u and 1 to n − 1 along v.
struct Grid {
    cuts: [Cut; 2],
    /// The first of its vertices; u runs fastest.
    first: u32,
}

impl Grid {
    fn new(domain: &mut Domain, cuts: [Cut; 2]) -> Grid {
        let first = domain.vertices.len() as u32;
        for row in 1..cuts[1].segments {
            for column in 1..cuts[0].segments {
                domain.vertex([cuts[0].at(column) as f32, cuts[1].at(row) as f32, 0.0]);
            }
        }
        Grid { cuts, first }
    }

    /// Points along u and along v.
    fn size(&self) -> [usize; 2] {
        self.cuts.map(|cut| cut.segments - 1)
    }

    fn vertex(&self, column: usize, row: usize) -> u32 {
        self.first + (row * self.size()[0] + column) as u32
    }

    fn fill(&self, domain: &mut Domain) {
        let [columns, rows] = self.size();
        for row in 1..rows {
            for column in 1..columns {
                let corner = |left: usize, below: usize| self.vertex(column - left, row - below);
                let (a, b, c, d) = (corner(1, 1), corner(0, 1), corner(0, 0), corner(1, 0));
                domain.corners.extend([a, b, c, a, c, d]);
            }
        }
    }

    /// The points beside an edge of the frame, in its direction.
    fn side(&self, side: usize) -> Edge {
        let [columns, rows] = self.size();
        let (axis, count) = if side.is_multiple_of(2) {
            (0, columns)
        } else {
            (1, rows)
        };
        let mut edge = Edge::default();
        for number in 0..count {
            let vertex = match side {
                0 => self.vertex(number, 0),
                1 => self.vertex(columns - 1, number),
                2 => self.vertex(columns - 1 - number, rows - 1),
                _ => self.vertex(0, rows - 1 - number),
            };
            edge.push(vertex, self.cuts[axis].at(number + 1));
        }
        edge
    }
}
