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

/// Whether a number is one of binary32 (none of these tests overflows or is below its least exponent).
fn is_single(value: &Exact) -> bool {
    let (above, below) = (value.numer(), value.denom());
    let is_power = below.trailing_zeros() == Some(below.bits() - 1);
    is_power
        && above
            .trailing_zeros()
            .is_none_or(|zeros| above.bits() - zeros <= 24)
}

/// How far the binary32 position of a coordinate may be from the exact one, in texels; 0 where no step is rounded.
///
/// With N texels on the axis, offsets of at most 8 and u = 2^-24, positions that differ in what they read are below
/// N + 10. `s - floor(s)` is rounded by at most u / 2 and the product with N by u (N + 10), which makes u (N + 10) 3 / 2;
/// subtracting 1/2, and the greatest integer, add less than u. On a cube map the quotient adds u / 4 and the sum u / 2
/// instead of the first, of which N times is 3 / 4 u N. `s - 2 floor(s / 2)` reaches 2, and everything doubles.
pub(crate) fn position_error(
    s: &Exact,
    size: u32,
    wrap: Wrap,
    unnormalized: bool,
    filter: MagnificationFilter,
) -> Exact {
    let size = whole(i64::from(size));
    let (position, factor) = match wrap {
        _ if unnormalized => (s.clone(), 1),
        Wrap::Repeat => ((s - s.floor()) * &size, 1),
        Wrap::MirroredRepeat => ((s - whole(2) * (s / whole(2)).floor()) * &size, 2),
        _ => (s * &size, 1),
    };
    // A multiple has no fewer significant bits, so the steps before the product are exact where that is; but thirds,
    // which cube maps have, are no binary fractions.
    let shifted = filter == MagnificationFilter::Nearest || is_single(&(&position - ratio(1, 2)));
    if is_single(s) && is_single(&position) && shifted {
        whole(0)
    } else {
        whole(factor) * (size + whole(10)) * ratio(1, 1 << 23)
    }
}

/// A coordinate and, where its position is rounded, those at both ends of the error. `texel` is the size of a texel.
pub(crate) fn around(s: &Exact, error: &Exact, texel: &Exact) -> Vec<Exact> {
    let (zero, by) = (whole(0), error * texel);
    if *error == zero {
        vec![s.clone()]
    } else {
        vec![s.clone(), s - &by, s + by]
    }
}

/// What an image may give at a point, and by how much each may be wrong for its position alone: with a nearest filter
/// the texels within the error of the position, with a linear one the exact value and the sum of the errors, because
/// its slope is at most the difference of two texels, which is at most 1, a texel.
pub(crate) fn possible(
    image: &ExactImage<'_>,
    point: &[Exact; 3],
    offset: [i32; 3],
    wraps: [Wrap; 3],
    filter: MagnificationFilter,
) -> (Vec<[Exact; 4]>, Exact) {
    let errors = [0, 1, 2].map(|n| match n < image.dimensions {
        true => position_error(&point[n], image.sizes[n], wraps[n], image.unnormalized, filter),
        false => whole(0),
    });
    if filter == MagnificationFilter::Linear {
        let [x, y, z] = errors;
        return (vec![filtered(image, point, offset, wraps, filter)], x + y + z);
    }
    let texel = |n: usize| match image.unnormalized {
        true => whole(1),
        false => ratio(1, i64::from(image.sizes[n])),
    };
    let [xs, ys, zs] = [0, 1, 2].map(|n| around(&point[n], &errors[n], &texel(n)));
    let mut values = Vec::new();
    for z in &zs {
        for y in &ys {
            for x in &xs {
                let point = [x.clone(), y.clone(), z.clone()];
                let value = filtered(image, &point, offset, wraps, filter);
                if !values.contains(&value) {
                    values.push(value);
                }
            }
        }
    }
    (values, whole(0))
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
