use bytemuck::{bytes_of, cast_slice, cast_slice_mut};
use quadrille_vc4::machine::{Launch, Machine, Memory, Profile};

/// On one, three and twelve QPUs; y within one unit of the last place of what the host rounds, twice truncated.
#[test]
fn equals_the_host() {
    let code = super::program("saxpy.qasm", include_str!("../../../../examples/qpu/saxpy.qasm"));
    for qpus in [1u32, 3, 12] {
        let vectors = 37u32;
        let (x, mut y) = (
            super::noise(16 * vectors as usize, 1),
            super::noise(16 * vectors as usize, 2),
        );
        let before = y.clone();
        let (x_at, y_at) = (0x4000_0000u32, 0x5000_0000u32);
        let uniforms: Vec<[u32; 6]> = (0..qpus)
            .map(|n| {
                let mine = (vectors - n).div_ceil(qpus);
                [mine, 2.5f32.to_bits(), x_at + 64 * n, y_at + 64 * n, 64 * qpus, n]
            })
            .collect();
        let mut memory = Memory::new();
        memory.map_constant(x_at, cast_slice(&x)).unwrap();
        memory.map(y_at, cast_slice_mut(&mut y)).unwrap();
        let code_at = memory.place_constant(&code).unwrap();
        let mut machine = Machine::new(Profile::raspberry_pi());
        for uniforms in &uniforms {
            let at = memory.place_constant(bytes_of(uniforms)).unwrap();
            machine.queue(Launch::new(code_at, at));
        }
        let outcome = super::run(&mut machine, &mut memory);
        drop(memory);
        assert_eq!(
            outcome.qpus.iter().filter(|totals| totals.programs == 1).count() as u32,
            qpus
        );
        for (i, ((x, before), y)) in x.iter().zip(&before).zip(&y).enumerate() {
            let want = f64::from(*x) * 2.5 + f64::from(*before);
            assert!((f64::from(*y) - want).abs() <= 3e-7, "{i}: {y} for {want}");
        }
    }
}
