//! The two colours of a partition (C.2.14).

/// Two colours, 8 bits a component.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ends([[u8; 4]; 2]);

/// The numbers that a mode takes.
pub(super) fn numbers(mode: u32) -> u32 {
    2 * (mode >> 2) + 2
}

impl Ends {
    /// The ends that numbers give; `None` in modes of the HDR profile.
    pub(super) fn of(mode: u32, numbers: &[u8]) -> Option<Ends> {
        let v = |at: usize| i32::from(numbers[at]);
        // The even and the odd numbers of a mode with both ends in them.
        let pair = |at: usize| [v(2 * at), v(2 * at + 1)];
        let delta = |at: usize| signed_delta(pair(at));
        Some(match mode {
            0 => Ends::new([[v(0); 3], [v(1); 3]], [255; 2]),
            1 => {
                let low = v(0) >> 2 | v(1) & 0xc0;
                Ends::new([[low; 3], [low + (v(1) & 0x3f); 3]], [255; 2])
            }
            4 => Ends::new([[v(0); 3], [v(1); 3]], pair(1)),
            5 => {
                let [[base, change], [alpha, alpha_change]] = [delta(0), delta(1)];
                Ends::new([[base; 3], [base + change; 3]], [alpha, alpha + alpha_change])
            }
            6 | 10 => {
                let color = [v(0), v(1), v(2)];
                let scaled = color.map(|component| (component * v(3)) >> 8);
                let alphas = if mode == 6 { [255; 2] } else { [v(4), v(5)] };
                Ends::new([scaled, color], alphas)
            }
            8 | 12 => {
                let colors = [0, 1].map(|end| [pair(0)[end], pair(1)[end], pair(2)[end]]);
                let alphas = if mode == 8 { [255; 2] } else { pair(3) };
                Ends::in_order(
                    colors,
                    alphas,
                    colors[1].iter().sum::<i32>() >= colors[0].iter().sum(),
                )
            }
            9 | 13 => {
                let deltas = [delta(0), delta(1), delta(2)];
                let colors = [
                    deltas.map(|[base, _]| base),
                    deltas.map(|[base, change]| base + change),
                ];
                let alphas = match mode {
                    9 => [255; 2],
                    _ => [delta(3)[0], delta(3)[0] + delta(3)[1]],
                };
                let rising = deltas.iter().map(|[_, change]| change).sum::<i32>() >= 0;
                Ends::in_order(colors, alphas, rising)
            }
            _ => return None,
        })
    }

    fn new(colors: [[i32; 3]; 2], alphas: [i32; 2]) -> Ends {
        Ends([0, 1].map(|end| {
            let [red, green, blue] = colors[end];
            [red, green, blue, alphas[end]].map(|component| component.clamp(0, 255) as u8)
        }))
    }

    /// The ends as they are, or the other way round with red and green half way to blue.
    fn in_order(colors: [[i32; 3]; 2], alphas: [i32; 2], rising: bool) -> Ends {
        if rising {
            return Ends::new(colors, alphas);
        }
        let contracted = colors.map(|[red, green, blue]| [(red + blue) >> 1, (green + blue) >> 1, blue]);
        Ends::new([contracted[1], contracted[0]], [alphas[1], alphas[0]])
    }

    /// A component between the ends, in 16 bits, to which `expand` takes those of each end.
    pub(super) fn mixed(self, at: usize, weight: u32, expand: impl Fn(u32) -> u32) -> u16 {
        let [first, second] = self.0.map(|end| expand(u32::from(end[at])));
        ((first * (64 - weight) + second * weight + 32) / 64) as u16
    }
}

/// A number, and the signed difference to it whose highest bit is the number's: bit_transfer_signed.
fn signed_delta([base, change]: [i32; 2]) -> [i32; 2] {
    let difference = change >> 1 & 0x3f;
    [base >> 1 | change & 0x80, (difference ^ 0x20) - 0x20]
}
