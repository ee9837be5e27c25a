//! The clipper: parts of triangles and lines in front of the near plane, before the far plane, and within what 12.4
//! coordinates reach.
//!
//! The chip's arithmetic was never published; this is Sutherland and Hodgman's, in binary32.

/// A vertex of a clipped primitive: clip coordinates, and the weights of the primitive's vertices in it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct ClipVertex {
    /// X, Y, Z, W.
    pub(crate) place: [f32; 4],
    pub(crate) weights: [f32; 3],
    /// The vertex that it is, if it is not a new one.
    pub(crate) own: Option<usize>,
}

/// Signed distances of a place to the planes: not negative inside.
fn distances([x, y, z, w]: [f32; 4], guard: [f32; 2]) -> [f32; 7] {
    let [across, up] = guard;
    [
        w - 1e-6,
        z + w,
        w - z,
        x + w * across,
        w * across - x,
        y + w * up,
        w * up - y,
    ]
}

/// The part of a triangle (or, of two places, of a line) that is drawn; `guard` is how far X and Y reach in multiples
/// of W. Empty if nothing is left.
pub(crate) fn clip(places: &[[f32; 4]], guard: [f32; 2]) -> Vec<ClipVertex> {
    let mut polygon: Vec<ClipVertex> = places
        .iter()
        .enumerate()
        .map(|(n, &place)| {
            let mut weights = [0.0; 3];
            weights[n] = 1.0;
            ClipVertex {
                place,
                weights,
                own: Some(n),
            }
        })
        .collect();
    for plane in 0..7 {
        let inside = |vertex: &ClipVertex| {
            let distance = distances(vertex.place, guard)[plane];
            // What is no number is outside.
            if distance >= 0.0 {
                Ok(distance)
            } else {
                Err(distance)
            }
        };
        if polygon.iter().all(|vertex| inside(vertex).is_ok()) {
            continue;
        }
        let mut kept = Vec::with_capacity(polygon.len() + 1);
        for (n, vertex) in polygon.iter().enumerate() {
            let is_last = n + 1 == polygon.len();
            let next = &polygon[(n + 1) % polygon.len()];
            if inside(vertex).is_ok() {
                kept.push(*vertex);
            }
            if is_last && places.len() == 2 {
                break;
            }
            match (inside(vertex), inside(next)) {
                // Always from the inside out, so that triangles that share the side have the same place.
                (Ok(a), Err(b)) => kept.extend(between(vertex, next, a, b)),
                (Err(a), Ok(b)) => kept.extend(between(next, vertex, b, a)),
                (Ok(_), Ok(_)) | (Err(_), Err(_)) => {}
            }
        }
        polygon = kept;
        if polygon.len() < places.len().min(3) {
            return Vec::new();
        }
    }
    polygon
}

/// The vertex where the way from `a` to `b` meets the plane that they are these distances from.
fn between(a: &ClipVertex, b: &ClipVertex, from: f32, to: f32) -> Option<ClipVertex> {
    let t = from / (from - to);
    if !t.is_finite() {
        return None;
    }
    let mix = |a: f32, b: f32| a + (b - a) * t;
    Some(ClipVertex {
        place: std::array::from_fn(|n| mix(a.place[n], b.place[n])),
        weights: std::array::from_fn(|n| mix(a.weights[n], b.weights[n])),
        own: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDE: [f32; 2] = [8.0, 8.0];

    #[test]
    fn what_is_inside_stays() {
        let places = [[0.0, 0.0, 0.0, 1.0], [1.0, 0.0, 0.5, 1.0], [0.0, 1.0, -1.0, 1.0]];
        let kept = clip(&places, WIDE);
        assert!(kept.iter().enumerate().all(|(n, vertex)| vertex.own == Some(n)));
    }

    /// A triangle with one corner at twice the near plane's distance behind it: two new corners, halfway.
    #[test]
    fn the_near_plane_cuts_a_corner_off() {
        let places = [[0.0, 0.0, 0.0, 1.0], [1.0, 0.0, 0.0, 1.0], [0.0, 1.0, -2.0, 1.0]];
        let kept = clip(&places, WIDE);
        assert_eq!(kept.len(), 4);
        let new: Vec<_> = kept.iter().filter(|vertex| vertex.own.is_none()).collect();
        assert_eq!(new.len(), 2);
        assert!(
            new.iter()
                .all(|vertex| vertex.place[2] == -1.0 && vertex.weights[2] == 0.5)
        );
        assert!(clip(&places.map(|[x, y, _, w]| [x, y, -3.0, w]), WIDE).is_empty());
        assert!(clip(&places.map(|place| place.map(|_| f32::NAN)), WIDE).is_empty());
    }

    #[test]
    fn a_line_is_cut_at_its_end() {
        let kept = clip(&[[0.0, 0.0, 0.0, 1.0], [0.0, 0.0, 2.0, 1.0]], WIDE);
        assert_eq!(kept.len(), 2);
        assert_eq!((kept[1].place[2], kept[1].weights[1]), (1.0, 0.5));
    }
}
