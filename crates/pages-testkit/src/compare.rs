//! Framebuffers of two who drew the same.

use quadrille_pipeline::Framebuffer;

/// The largest difference of components that is none: blending of eight-bit buffers may round its operands first, so
/// that two steps are apart what is the same.
const COLOR: f32 = 2.0 / 255.0 + 1e-6;
/// That of depths: two steps of 24 bits.
const DEPTH: f32 = 2.5 / 16_777_215.0;

/// Where colours, depths or stencil values differ first; nothing if they do not.
pub fn whole(ours: &Framebuffer, theirs: &Framebuffer) -> Option<String> {
    let depths = || {
        pixels(ours).find_map(|(x, y)| {
            let [a, b] = [ours, theirs].map(|framebuffer| framebuffer.depth(x, y).unwrap_or_default());
            ((a - b).abs() > DEPTH).then(|| format!("depths at {x}, {y}: {a}, {b}"))
        })
    };
    let stencils = || {
        let [a, b] = [ours, theirs].map(|framebuffer| framebuffer.stencil_values().unwrap_or_default());
        (a != b).then(|| format!("stencil values {a:?}, {b:?}"))
    };
    colors(ours, theirs).or_else(depths).or_else(stencils)
}

/// Where the first colour buffers differ first.
pub fn colors(ours: &Framebuffer, theirs: &Framebuffer) -> Option<String> {
    pixels(ours).find_map(|(x, y)| {
        let [a, b] = [ours, theirs].map(|framebuffer| framebuffer.color(0, x, y));
        let is_same = (0..4).all(|at| (a[at] - b[at]).abs() <= COLOR);
        (!is_same).then(|| format!("colours at {x}, {y}: {a:?}, {b:?}"))
    })
}

fn pixels(framebuffer: &Framebuffer) -> impl Iterator<Item = (u32, u32)> {
    let width = framebuffer.width();
    (0..framebuffer.height()).flat_map(move |y| (0..width).map(move |x| (x, y)))
}
