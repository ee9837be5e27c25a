//! The kernels are made of vector instructions of the full width: the machine code of this test, disassembled.

use std::hint::black_box;
use std::process::Command;

use quadrille_scalar::{FloatBinary, FloatCompare, FloatUnary, IntBinary, IntCompare, IntUnary, Number};
use quadrille_tools_testkit::Tool;
use quadrille_wide::kernel::{self, Kernel};

/// Functions whose loops are not: elementary functions of binary64 and angles of FP1.0, which branch, and integer
/// operations for which there is no such instruction, or none that the compiler finds. No fragment or vertex program of
/// a language before NV_gpu_program5 has them, but for the angles.
const LANE_BY_LANE: &[(&str, &str)] = &[
    ("Exp2", "6Double"),
    ("Log2", "6Double"),
    ("Power", "6Double"),
    ("Sine", "6Double"),
    ("Cosine", "6Double"),
    ("Exponent", "6Double"),
    ("Mantissa", "6Double"),
    ("ToSigned", "6Double"),
    ("Sine", "8Flushing"),
    ("Cosine", "8Flushing"),
    ("LessInTotalOrder", "8Flushing"),
    ("Extract", ""),
    ("Overflow", ""),
    ("OverflowOfDifference", ""),
];

/// A function of the machine code.
#[derive(Default)]
struct Function {
    name: String,
    has_512_bits: bool,
    gathers: bool,
    scatters: bool,
}

/// All kernels, so that the linker keeps them.
fn kernels() -> Vec<Kernel> {
    let mut found = Vec::new();
    for number in Number::ALL.iter().copied() {
        found.extend(
            FloatUnary::ALL
                .iter()
                .filter_map(|op| kernel::float_unary(number, *op)),
        );
        for uniform in 0..3 {
            found.extend(
                FloatBinary::ALL
                    .iter()
                    .filter_map(|op| kernel::float_binary(number, *op, uniform)),
            );
            found.extend(
                FloatCompare::ALL
                    .iter()
                    .filter_map(|op| kernel::float_compare(number, *op, uniform)),
            );
        }
        found.extend(
            IntUnary::ALL
                .iter()
                .filter_map(|op| kernel::int_unary(number, *op)),
        );
        found.extend(
            IntBinary::ALL
                .iter()
                .filter_map(|op| kernel::int_binary(number, *op)),
        );
        found.extend(
            IntCompare::ALL
                .iter()
                .filter_map(|op| kernel::int_compare(number, *op)),
        );
        found.extend(
            [
                kernel::is_nan(number),
                kernel::canonical(number),
                kernel::to_signed(number),
            ]
            .into_iter()
            .flatten(),
        );
        found.extend(
            [kernel::extract(number), kernel::insert(number)]
                .into_iter()
                .flatten(),
        );
    }
    found.push(kernel::multiply_add_plain());
    found
}

/// The functions that pulp compiles for AVX-512, by the text of the disassembler.
fn functions(text: &str) -> Vec<Function> {
    let mut found: Vec<Function> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        if let Some(name) = line.strip_suffix(">:").and_then(|line| line.split_once('<')) {
            inside = name.1.contains("2V49vectorize");
            if inside {
                found.push(Function {
                    name: name.1.to_owned(),
                    ..Function::default()
                });
            }
        } else if let (true, Some(function)) = (inside, found.last_mut()) {
            function.has_512_bits |= line.contains("zmm");
            function.gathers |= line.contains("gather");
            function.scatters |= line.contains("scatter");
        }
    }
    found
}

/// Whether a function is one of [`LANE_BY_LANE`], by its mangled name, in which a name stands behind its length.
fn is_lane_by_lane(name: &str) -> bool {
    LANE_BY_LANE.iter().any(|(function, number)| {
        name.contains(&format!("8function{}{function}", function.len())) && name.contains(number)
    })
}

/// source: the shape of a loop decides about its speed: one that the compiler makes of gathers and scatters is 5 to 20
/// times slower than one of whole registers, and gives the same bits
#[cfg(target_arch = "x86_64")]
#[test]
fn kernels_are_made_of_whole_registers() {
    black_box(kernels());
    if !Tool::OBJDUMP.is_here() {
        return;
    }
    let own = std::env::current_exe().expect("the test is a file");
    let output = Command::new(Tool::OBJDUMP.command)
        .args(["--disassemble", "--no-show-raw-insn"])
        .arg(own)
        .output()
        .expect("it runs");
    let text = String::from_utf8_lossy(&output.stdout);
    let functions = functions(&text);
    assert!(functions.len() > 150, "{} kernels for AVX-512", functions.len());
    for function in &functions {
        let name = &function.name;
        assert!(!function.scatters, "{name} scatters");
        assert!(!function.gathers, "{name} gathers");
        assert!(
            function.has_512_bits || is_lane_by_lane(name),
            "{name} has no register of 512 bits"
        );
    }
}
