//! Filtering in exact fractions, as OpenGL 2.1 writes it: coordinates are wrapped first (section 3.8.7, with
//! EXT_texture_mirror_clamp), then multiplied by the size, then texels are chosen (section 3.8.8). The library
//! wraps texels instead, so the two share no formula.

use num_rational::BigRational;
use quadrille_texture::{MagnificationFilter, MinificationFilter, Sampler, Wrap};

/// An exact fraction.
pub(crate) type Exact = BigRational;

/// An exact integer.
pub(crate) fn whole(value: i64) -> Exact {
    Exact::from_integer(value.into())
}

/// An exact quotient.
pub(crate) fn ratio(above: i64, below: i64) -> Exact {
    Exact::new(above.into(), below.into())
}

/// The exact value of a coordinate. Infinities stand far outside, at 0 for modes that repeat; NaN is 0, as the
/// library promises.
pub(crate) fn coordinate(value: f32, wrap: Wrap) -> Exact {
    let repeats = matches!(wrap, Wrap::Repeat | Wrap::MirroredRepeat);
    if value.is_nan() || value.is_infinite() && repeats {
        whole(0)
    } else if value.is_infinite() {
        whole(if value > 0.0 {
            1_000_000_000
        } else {
            -1_000_000_000
        })
    } else {
        Exact::from_float(value).expect("the value is finite")
    }
}

/// An image: its sizes in texels, and the value of a texel; texels outside are border.
pub(crate) struct ExactImage<'a> {
    pub(crate) sizes: [u32; 3],
    pub(crate) dimensions: usize,
    pub(crate) texel: &'a dyn Fn([i64; 3]) -> [Exact; 4],
    pub(crate) border: [Exact; 4],
    /// Coordinates count texels (rectangles).
    pub(crate) unnormalized: bool,
}

/// Section 3.8.7: the wrapped coordinate, for an axis of `size` texels.
fn wrapped(f: Exact, wrap: Wrap, size: i64) -> Exact {
    let half_texel = ratio(1, 2 * size);
    let one = whole(1);
    let between = |f: Exact, low: Exact, high: Exact| f.max(low).min(high);
    let absolute = |f: Exact| if f < whole(0) { -f } else { f };
    match wrap {
        Wrap::Repeat => &f - f.floor(),
        Wrap::Clamp => between(f, whole(0), one),
        Wrap::ClampToEdge => between(f, half_texel.clone(), one - half_texel),
        Wrap::ClampToBorder => between(f, -half_texel.clone(), one + half_texel),
        Wrap::MirroredRepeat => {
            let odd = (f.floor() / whole(2)).fract() != whole(0);
            let fraction = &f - f.floor();
            let mirrored = if odd { &one - fraction } else { fraction };
            between(mirrored, half_texel.clone(), one - half_texel)
        }
        Wrap::MirrorClamp => between(absolute(f), half_texel, one),
        Wrap::MirrorClampToEdge => between(absolute(f), half_texel.clone(), one - half_texel),
        Wrap::MirrorClampToBorder => between(absolute(f), half_texel.clone(), one + half_texel),
    }
}

fn to_i64(integer: &Exact) -> i64 {
    integer.to_integer().try_into().expect("texels are small")
}

/// Section 3.8.8: texels and weights on one axis.
fn axis(s: &Exact, offset: i32, size: u32, wrap: Wrap, filter: MagnificationFilter) -> Vec<(i64, Exact)> {
    let size = i64::from(size);
    let s = wrapped(s + ratio(i64::from(offset), size), wrap, size);
    let u = &s * whole(size);
    match filter {
        MagnificationFilter::Nearest => {
            // Equations 3.23 to 3.25, whose case of s = 1 is for coordinates that were clamped to 1.
            let end = s == whole(1) && wrap != Wrap::ClampToBorder && wrap != Wrap::MirrorClampToBorder;
            vec![(if end { size - 1 } else { to_i64(&u.floor()) }, whole(1))]
        }
        MagnificationFilter::Linear => {
            let shifted = u - ratio(1, 2);
            let alpha = &shifted - shifted.floor();
            let (mut i0, mut i1) = (to_i64(&shifted.floor()), to_i64(&shifted.floor()) + 1);
            if wrap == Wrap::Repeat {
                i0 = i0.rem_euclid(size);
                i1 = i1.rem_euclid(size);
            }
            vec![(i0, whole(1) - &alpha), (i1, alpha)]
        }
    }
}

/// The filtered value of one image.
pub(crate) fn filtered(
    image: &ExactImage<'_>,
    point: &[Exact; 3],
    offset: [i32; 3],
    wraps: [Wrap; 3],
    filter: MagnificationFilter,
) -> [Exact; 4] {
    let axes: Vec<Vec<(i64, Exact)>> = (0..3)
        .map(|n| {
            if n >= image.dimensions {
                return vec![(0, whole(1))];
            }
            let s = if image.unnormalized {
                &point[n] / whole(i64::from(image.sizes[n]))
            } else {
                point[n].clone()
            };
            axis(&s, offset[n], image.sizes[n], wraps[n], filter)
        })
        .collect();
    let mut sum = [0; 4].map(|_| whole(0));
    for (k, gamma) in &axes[2] {
        for (j, beta) in &axes[1] {
            for (i, alpha) in &axes[0] {
                let texel = [*i, *j, *k];
                let inside =
                    (0..image.dimensions).all(|n| (0..i64::from(image.sizes[n])).contains(&texel[n]));
                let value = if inside {
                    (image.texel)(texel)
                } else {
                    image.border.clone()
                };
                for (sum, value) in sum.iter_mut().zip(value) {
                    *sum += alpha * beta * gamma * value;
                }
            }
        }
    }
    sum
}

/// Section 3.8.8, "Mipmapping", and 3.8.9: filter, levels and their weights for an exact, clamped λ.
pub(crate) fn levels(sampler: &Sampler, q: u32, lambda: &Exact) -> (MagnificationFilter, Vec<(u32, Exact)>) {
    use MinificationFilter as Min;
    let base = whole(i64::from(sampler.base_level));
    let q_exact = whole(i64::from(q));
    let half = ratio(1, 2);
    let late = sampler.magnification == MagnificationFilter::Linear
        && matches!(
            sampler.minification,
            Min::NearestMipmapNearest | Min::NearestMipmapLinear
        );
    let c = if late { half.clone() } else { whole(0) };
    if *lambda <= c {
        return (sampler.magnification, vec![(sampler.base_level, whole(1))]);
    }
    let filter = match sampler.minification {
        Min::Nearest | Min::NearestMipmapNearest | Min::NearestMipmapLinear => MagnificationFilter::Nearest,
        Min::Linear | Min::LinearMipmapNearest | Min::LinearMipmapLinear => MagnificationFilter::Linear,
    };
    let d = &base + lambda;
    let chosen = match sampler.minification {
        Min::Nearest | Min::Linear => vec![(sampler.base_level, whole(1))],
        Min::NearestMipmapNearest | Min::LinearMipmapNearest => {
            let level = if *lambda <= half {
                base
            } else if d <= &q_exact + &half {
                (d + half).ceil() - whole(1)
            } else {
                q_exact
            };
            vec![(to_i64(&level) as u32, whole(1))]
        }
        Min::NearestMipmapLinear | Min::LinearMipmapLinear => {
            if d >= q_exact {
                vec![(q, whole(1))]
            } else {
                let fraction = lambda - lambda.floor();
                let d1 = to_i64(&d.floor()) as u32;
                vec![(d1, whole(1) - &fraction), (d1 + 1, fraction)]
            }
        }
    };
    (filter, chosen)
}
