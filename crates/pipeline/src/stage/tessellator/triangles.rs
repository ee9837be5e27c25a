//! TESS_MODE TRIANGLES: concentric triangles, and what lies between them (ARB_tessellation_shader 2.X.2.1).

use super::domain::{Domain, Levels};
use super::edge::{Cut, Spacing, on_grid};
use super::ring::{self, Edge};

/// The corners, as multiples of u, v and w, counter-clockwise, and for the edge from each to the next its outer
/// level: v = 0, w = 0, u = 0.
const CORNERS: [[f64; 3]; 3] = [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
const LEVELS: [usize; 3] = [1, 2, 0];

pub(super) fn domain(spacing: Spacing, levels: &Levels) -> Domain {
    let mut domain = Domain::default();
    let outer = LEVELS.map(|edge| spacing.cut(levels.outer[edge]));
    let single = spacing.cut(levels.inner[0]).segments == 1 && outer.iter().all(|cut| cut.segments == 1);
    let mut around = ring(&mut domain, &outer, |corner, number, cut| {
        point(corner, cut.at(number), 0.0)
    });
    if single {
        domain.corners.extend([0, 1, 2]);
        return domain;
    }
    let inner = spacing.inner_cut(levels.inner[0]);
    for depth in 1..=inner.segments / 2 {
        let left = inner.segments - 2 * depth;
        if left == 0 {
            let centre = domain.vertex(barycentric([1.0 / 3.0; 3]));
            let mut inside = Edge::default();
            inside.push(centre, 0.5);
            around
                .iter()
                .for_each(|edge| ring::fill(&mut domain, edge, &inside));
            break;
        }
        // The lines across the edge through its points meet the inner edge at height 2/3 of the first point's
        // place: there the lines from the two edges of a corner cross.
        let height = inner.at(depth) * 2.0 / 3.0;
        let inside = inner_ring(&mut domain, &inner, depth, height);
        for (edge, within) in around.iter().zip(&inside) {
            ring::fill(&mut domain, edge, within);
        }
        if left == 1 {
            let first = domain.vertices.len() as u32 - 3;
            domain.corners.extend([first, first + 1, first + 2]);
        }
        around = inside;
    }
    domain
}

/// The outermost ring: three edges, each with its own cut.
fn ring(domain: &mut Domain, cuts: &[Cut; 3], at: impl Fn(usize, usize, &Cut) -> [f64; 3]) -> [Edge; 3] {
    let first = domain.vertices.len() as u32;
    let mut edges: [Edge; 3] = Default::default();
    for (corner, (edge, cut)) in edges.iter_mut().zip(cuts).enumerate() {
        for number in 0..cut.segments {
            let vertex = domain.vertex(barycentric(at(corner, number, cut)));
            edge.push(vertex, cut.at(number));
        }
    }
    close(&mut edges, first, 1.0);
    edges
}

/// Ring `depth` inside, whose edges take the points `depth` to n − `depth` of a cut.
fn inner_ring(domain: &mut Domain, cut: &Cut, depth: usize, height: f64) -> [Edge; 3] {
    let first = domain.vertices.len() as u32;
    let last = cut.segments - depth;
    let mut edges: [Edge; 3] = Default::default();
    for (corner, edge) in edges.iter_mut().enumerate() {
        for number in depth..last {
            let vertex = domain.vertex(barycentric(point(corner, cut.at(number), height)));
            edge.push(vertex, cut.at(number));
        }
    }
    close(&mut edges, first, cut.at(last));
    edges
}

/// Each edge ends where the next begins.
fn close(edges: &mut [Edge; 3], first: u32, end: f64) {
    let mut at = first;
    let begins: Vec<u32> = edges
        .iter()
        .map(|edge| {
            let begin = at;
            at += edge.len() as u32;
            begin
        })
        .collect();
    for (number, edge) in edges.iter_mut().enumerate() {
        edge.push(begins[(number + 1) % 3], end);
    }
}

/// The point above place `along` of the edge from a corner to the next, at a height of 0 on the edge and 1 on the
/// third corner: straight across the edge.
fn point(corner: usize, along: f64, height: f64) -> [f64; 3] {
    let [from, to, third] = [0, 1, 2].map(|step| CORNERS[(corner + step) % 3]);
    let weights = [1.0 - along - height / 2.0, along - height / 2.0, height];
    std::array::from_fn(|k| weights[0] * from[k] + weights[1] * to[k] + weights[2] * third[k])
}

/// Coordinates whose sum is exactly 1.
fn barycentric([u, v, _]: [f64; 3]) -> [f32; 3] {
    let (u, v) = (on_grid(u), on_grid(v));
    [u as f32, v as f32, (1.0 - u - v) as f32]
}
