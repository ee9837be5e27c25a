use bytemuck::{bytes_of, cast_slice, cast_slice_mut};
use quadrille_vc4::machine::{Launch, Machine, Memory, Profile};

/// Sums of integers below 2^24 are exact in any order.
#[test]
fn every_element_holds_the_sum() {
    let code = super::program(
        "reduce.qasm",
        include_str!("../../../../examples/qpu/reduce.qasm"),
    );
    let numbers: [f32; 16] = std::array::from_fn(|i| (i * i * 1000 + 3) as f32);
    let mut sums = [0f32; 16];
    let uniforms = [0x1000u32, 0x2000];
    let mut memory = Memory::new();
    memory.map_constant(0x1000, cast_slice(&numbers)).unwrap();
    memory.map(0x2000, cast_slice_mut(&mut sums)).unwrap();
    memory.map_constant(0x3000, bytes_of(&uniforms)).unwrap();
    memory.map_constant(0x4000, &code).unwrap();
    let mut machine = Machine::new(Profile::raspberry_pi());
    machine.queue(Launch::new(0x4000, 0x3000));
    super::run(&mut machine, &mut memory);
    drop(memory);
    assert_eq!(sums, [numbers.iter().sum::<f32>(); 16]);
}
