use bytemuck::{bytes_of, cast_slice_mut};
use quadrille_vc4::machine::{Launch, Machine, Memory, Profile};

const WIDTH: usize = 64;
const HEIGHT: usize = 24;
const STEPS: u32 = 60;

/// A double as the float toward zero: the sums and products of this picture are exact in a double.
fn truncated(exact: f64) -> f32 {
    let nearest = exact as f32;
    if f64::from(nearest).abs() > exact.abs() {
        f32::from_bits(nearest.to_bits() - 1)
    } else {
        nearest
    }
}

fn sum(a: f32, b: f32) -> f32 {
    truncated(f64::from(a) + f64::from(b))
}

fn product(a: f32, b: f32) -> f32 {
    truncated(f64::from(a) * f64::from(b))
}

/// The number of steps of one pixel, with the machine's truncation and nothing else of the machine.
fn steps(cr: f32, ci: f32) -> u32 {
    let (mut zr, mut zi) = (cr, ci);
    for n in 0..STEPS {
        let (rr, ii, ri) = (product(zr, zr), product(zi, zi), product(zr, zi));
        if sum(rr, ii) > 4.0 {
            return n;
        }
        (zr, zi) = (sum(sum(rr, -ii), cr), sum(product(ri, 2.0), ci));
    }
    STEPS
}

/// Every pixel has the number of steps that the host counts.
#[test]
fn every_pixel_equals_the_host() {
    let code = super::program(
        "mandelbrot.qasm",
        include_str!("../../../../examples/qpu/mandelbrot.qasm"),
    );
    let (left, top, step) = (-2.25f32, -1.125f32, 3.0 / 64.0f32);
    let qpus = 5u32;
    let mut image = vec![0u32; WIDTH * HEIGHT];
    let at = 0x4000_0000u32;
    let uniforms: Vec<[u32; 10]> = (0..qpus)
        .map(|n| {
            [
                (HEIGHT as u32 - n).div_ceil(qpus),
                WIDTH as u32 / 16,
                STEPS,
                left.to_bits(),
                (top + step * n as f32).to_bits(),
                step.to_bits(),
                (step * qpus as f32).to_bits(),
                at + n * WIDTH as u32 * 4,
                qpus * WIDTH as u32 * 4,
                n,
            ]
        })
        .collect();
    let mut memory = Memory::new();
    memory.map(at, cast_slice_mut(&mut image)).unwrap();
    let code_at = memory.place_constant(&code).unwrap();
    let mut machine = Machine::new(Profile::raspberry_pi());
    for uniforms in &uniforms {
        let uniforms_at = memory.place_constant(bytes_of(uniforms)).unwrap();
        machine.queue(Launch::new(code_at, uniforms_at));
    }
    super::run(&mut machine, &mut memory);
    drop(memory);
    // Positions are multiples of 3/64 and exact.
    for (i, &got) in image.iter().enumerate() {
        let (x, y) = ((i % WIDTH) as f32, (i / WIDTH) as f32);
        assert_eq!(got, steps(left + step * x, top + step * y), "pixel {x}, {y}");
    }
    assert!(image.contains(&STEPS) && image.contains(&0));
}
