//! The kernels are made of vector instructions of the full width: the machine code of this test, disassembled.

use std::collections::{BTreeMap, BTreeSet};
use std::hint::black_box;
use std::process::Command;

use quadrille_scalar::{FloatBinary, FloatCompare, FloatUnary, IntBinary, IntCompare, IntUnary, Number};
use quadrille_tools_testkit::Tool;
use quadrille_wide::kernel::{self, Kernel};

/// A function of the machine code.
#[derive(Default)]
struct Function {
    name: String,
    /// The first instructions of the functions that it calls or goes on in.
    callees: Vec<u64>,
    has_512_bits: bool,
    gathers: bool,
    scatters: bool,
}

impl Function {
    /// Whether it is one that `pulp` compiles for AVX-512.
    fn is_avx512(&self) -> bool {
        self.name.contains("2V49vectorize")
    }
}

/// Functions by the address of their first instruction in the file.
type Functions = BTreeMap<u64, Function>;

/// All kernels, so that the linker keeps them: those of whole registers, and those whose loops are not.
///
/// The latter are the number types that are rounded lane by lane, elementary functions of binary64 and angles of FP1.0,
/// which branch, and integer operations for which there is no such instruction, or none that the compiler finds.
fn kernels() -> (Vec<Kernel>, Vec<Kernel>) {
    let mut whole = vec![kernel::multiply_add_plain()];
    let mut lane_by_lane = Vec::new();
    for number in Number::ALL.iter().copied() {
        let double = number == Number::Double;
        let rounded_by_lane = matches!(number, Number::Half | Number::Fixed);
        // Functions of VP1.0 go by binary64, and lane by lane; its sums, products and comparisons do not.
        let vp1 = number == Number::Vp1;
        let mut add = |kernel: Option<Kernel>, by_lane: bool| {
            if by_lane || rounded_by_lane {
                &mut lane_by_lane
            } else {
                &mut whole
            }
            .extend(kernel);
        };
        for op in FloatUnary::ALL.iter().copied() {
            let by_lane = match op {
                FloatUnary::Sine | FloatUnary::Cosine => double || vp1 || number == Number::Fp1,
                FloatUnary::Exp2 | FloatUnary::Log2 | FloatUnary::Exponent | FloatUnary::Mantissa => {
                    double || vp1
                }
                FloatUnary::Negate | FloatUnary::Magnitude | FloatUnary::Admit => false,
                FloatUnary::Floor
                | FloatUnary::Ceiling
                | FloatUnary::Truncate
                | FloatUnary::Round
                | FloatUnary::Reciprocal
                | FloatUnary::ReciprocalSquareRoot => vp1,
            };
            add(kernel::float_unary(number, op), by_lane);
        }
        for uniform in 0..3 {
            for op in FloatBinary::ALL.iter().copied() {
                let by_lane = match op {
                    FloatBinary::Power => double || vp1,
                    FloatBinary::Divide => vp1,
                    FloatBinary::Add | FloatBinary::Subtract | FloatBinary::Multiply => false,
                };
                add(kernel::float_binary(number, op, uniform), by_lane);
            }
            for op in FloatCompare::ALL.iter().copied() {
                let by_lane = (vp1 || number == Number::Fp1) && op == FloatCompare::LessInTotalOrder;
                add(kernel::float_compare(number, op, uniform), by_lane);
            }
        }
        for op in IntUnary::ALL.iter().copied() {
            add(kernel::int_unary(number, op), false);
        }
        for op in IntBinary::ALL.iter().copied() {
            add(kernel::int_binary(number, op), false);
        }
        for op in IntCompare::ALL.iter().copied() {
            let by_lane = matches!(op, IntCompare::Overflow | IntCompare::OverflowOfDifference);
            add(kernel::int_compare(number, op), by_lane);
        }
        add(kernel::is_nan(number), false);
        add(kernel::canonical(number), false);
        add(kernel::to_signed(number), double || vp1);
        add(kernel::extract(number), true);
        add(kernel::insert(number), false);
    }
    (whole, lane_by_lane)
}

/// A function whose place in the file and in memory tells where the file was loaded.
#[inline(never)]
fn landmark() -> u32 {
    black_box(1)
}

/// The functions of the text of a disassembler.
fn functions(text: &str) -> Functions {
    let mut found = Functions::new();
    let mut at = 0;
    for line in text.lines() {
        if let Some((address, name)) = line.strip_suffix(">:").and_then(|line| line.split_once(" <")) {
            at = u64::from_str_radix(address, 16).expect("a symbol has an address");
            let name = name.to_owned();
            found.insert(
                at,
                Function {
                    name,
                    ..Function::default()
                },
            );
        } else if let Some(function) = found.get_mut(&at) {
            function.has_512_bits |= line.contains("zmm");
            function.gathers |= line.contains("gather");
            function.scatters |= line.contains("scatter");
            function.callees.extend(callee(line));
        }
    }
    found
}

/// Where an instruction `call ADDRESS <…>`, `jmp ADDRESS <…>` or `lea …(%rip),… # ADDRESS <…>` leads.
fn callee(line: &str) -> Option<u64> {
    let (before, _) = line.split_once(" <")?;
    let address = before.rsplit(|c: char| c.is_whitespace()).next()?;
    u64::from_str_radix(address, 16).ok()
}

/// The functions compiled for AVX-512 that a kernel leads to.
fn vectorized(functions: &Functions, loaded_at: u64, kernel: Kernel) -> BTreeSet<u64> {
    let mut open = vec![kernel as usize as u64 - loaded_at];
    let mut seen = BTreeSet::new();
    while let Some(at) = open.pop() {
        let Some(function) = functions.get(&at) else {
            continue;
        };
        if seen.insert(at) {
            open.extend(&function.callees);
        }
    }
    seen.retain(|at| functions[at].is_avx512());
    seen
}

/// source: the shape of a loop decides about its speed: one that the compiler makes of gathers and scatters is 5 to 20
/// times slower than one of whole registers, and gives the same bits
#[cfg(target_arch = "x86_64")]
#[test]
fn kernels_are_made_of_whole_registers() {
    let (whole, lane_by_lane) = black_box(kernels());
    if !Tool::OBJDUMP.is_here() {
        return;
    }
    let own = std::env::current_exe().expect("the test is a file");
    let output = Command::new(Tool::OBJDUMP.command)
        .args(["--disassemble", "--no-show-raw-insn"])
        .arg(own)
        .output()
        .expect("it runs");
    let functions = functions(&String::from_utf8_lossy(&output.stdout));
    let in_file = functions
        .iter()
        .find(|(_, function)| function.name.contains("8landmark"));
    let loaded_at = landmark as fn() -> u32 as usize as u64 - in_file.expect("it is not inlined").0;
    let kernel_functions = |kernel: &Kernel| vectorized(&functions, loaded_at, *kernel);
    for kernel in &whole {
        assert!(
            !kernel_functions(kernel).is_empty(),
            "a kernel has no form for AVX-512"
        );
    }
    let may_be_narrow: BTreeSet<u64> = lane_by_lane.iter().flat_map(kernel_functions).collect();
    let wide: Vec<_> = functions
        .iter()
        .filter(|(_, function)| function.is_avx512())
        .collect();
    assert!(wide.len() > 150, "{} functions for AVX-512", wide.len());
    for (at, function) in wide {
        let name = &function.name;
        assert!(!function.scatters, "{name} scatters");
        assert!(!function.gathers, "{name} gathers");
        assert!(
            function.has_512_bits || may_be_narrow.contains(at),
            "{name} has no register of 512 bits"
        );
    }
}
