//! The annotated form: every field of a word by name, with its value and what that means.
//!
//! The names are those of published field lists: `m_mul_b`, `m_raddr_a`, and for the signal `m_1101` where
//! its code says that the word has a small immediate.

use quadrille_isa::qpu::{
    Alu, Branch, Condition, Field, Form, Instruction, Mux, OperandB, Pack, Read, RegisterFile, Results,
    Rotation, Signal, SmallImmediate, Unpack, decode,
};

use super::print::disassemble_word;

/// One field of a word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExplainedField {
    /// `m_` and the guide's name.
    pub name: String,
    /// Its position in the word.
    pub field: Field,
    /// Its value.
    pub value: u64,
    /// The meaning of the value; a sentence fragment.
    pub meaning: String,
}

/// A word with all that can be said about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// The word.
    pub word: u64,
    /// The text that assembles to it.
    pub text: String,
    /// Its fields from bit 0 up; empty where a code is reserved.
    pub fields: Vec<ExplainedField>,
    /// Remarks beyond the fields.
    pub notes: Vec<String>,
}

/// Explains a word.
pub fn explain_word(word: u64) -> Explanation {
    let mut explanation = Explanation {
        word,
        text: disassemble_word(word),
        fields: Vec::new(),
        notes: Vec::new(),
    };
    let instruction = match decode(word) {
        Ok(instruction) => instruction,
        Err(reserved) => {
            explanation.notes.push(reserved.to_string());
            return explanation;
        }
    };
    let Some(form) = Form::of(word) else {
        return explanation;
    };
    for field in form.fields() {
        let value = field.get(word);
        let name = if form == Form::AluSmallImmediate && field.name == "sig" {
            "m_1101".to_owned()
        } else if field.name == "sig" {
            "m_signal".to_owned()
        } else {
            format!("m_{}", field.name)
        };
        explanation.fields.push(ExplainedField {
            name,
            field: *field,
            value,
            meaning: meaning(&instruction, field.name, value),
        });
    }
    explanation
        .notes
        .extend(stray_reads(&instruction).map(|read| read.sentence().to_owned()));
    explanation
}

/// The explanation as text: the line, then a field a line.
pub fn explain(words: &[u64]) -> String {
    let mut out = String::new();
    for (index, word) in words.iter().enumerate() {
        let explanation = explain_word(*word);
        if index > 0 {
            out.push('\n');
        }
        let (low, high) = (*word as u32, word >> 32);
        out.push_str(&format!(
            "{:04x}: 0x{low:08x} 0x{high:08x}  {}\n",
            index * 8,
            explanation.text
        ));
        for field in &explanation.fields {
            out.push_str(&format!(
                "  {:<14} {:<4} ({})\n",
                field.name, field.value, field.meaning
            ));
        }
        for note in &explanation.notes {
            out.push_str(&format!("  note: {note}\n"));
        }
    }
    out
}

/// A read that no operand uses and that takes something out of a queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StrayRead {
    /// The next uniform is lost.
    Uniform,
    /// The next varying is lost, and r5 changes.
    Varying,
    /// The next vector of the VPM is lost.
    Vpm,
}

impl StrayRead {
    /// The effect of the read, as a sentence fragment.
    pub const fn sentence(self) -> &'static str {
        match self {
            StrayRead::Uniform => {
                "a uniform is read although no operand uses it: it is taken from the queue and lost"
            }
            StrayRead::Varying => {
                "a varying is read although no operand uses it: it is taken from the queue and lost"
            }
            StrayRead::Vpm => "a vector of the VPM is read although no operand uses it: it is taken and lost",
        }
    }
}

/// The reads of an instruction that take from a queue without a use. Register files are read whether or
/// not an operand selects the value (vc4asm's `read`; measured on hardware by imrc.noip.me).
pub fn stray_reads(instruction: &Instruction) -> impl Iterator<Item = StrayRead> {
    let mut found = [None; 2];
    if let Instruction::Alu(alu) = instruction {
        let uses = |mux: Mux| {
            let add = &alu.add_operands[..usize::from(alu.add_op.operands())];
            let mul = &alu.mul_operands[..usize::from(alu.mul_op.operands())];
            add.contains(&mux) || mul.contains(&mux)
        };
        let queue = |read: Read| match read {
            Read::Uniform => Some(StrayRead::Uniform),
            Read::Varying => Some(StrayRead::Varying),
            Read::Vpm => Some(StrayRead::Vpm),
            _ => None,
        };
        if !uses(Mux::FileA) {
            found[0] = queue(alu.read_a.read(RegisterFile::A));
        }
        if !uses(Mux::FileB)
            && let Some(address) = alu.read_b()
        {
            found[1] = queue(address.read(RegisterFile::B));
        }
    }
    found.into_iter().flatten()
}

fn meaning(instruction: &Instruction, field: &str, value: u64) -> String {
    match instruction {
        Instruction::Alu(alu) => alu_field(alu, field, value),
        Instruction::LoadImmediate(load) => match field {
            "immediate" => format!(
                "{:#010x}, {} or {}",
                load.value,
                load.value as i32,
                f32::from_bits(load.value)
            ),
            "mode" => load.kind.doc().to_owned(),
            "sig" => Signal::LoadImmediate.doc().to_owned(),
            _ => results_field(&load.results, field),
        },
        Instruction::Semaphore(semaphore) => match field {
            "semaphore" => format!("semaphore {value}"),
            "sa" => if value == 1 {
                "acquire: decrement, wait at 0"
            } else {
                "release: increment, wait at 15"
            }
            .to_owned(),
            "free" => "reaches the write addresses only".to_owned(),
            "mode" => "semaphore".to_owned(),
            "sig" => Signal::LoadImmediate.doc().to_owned(),
            _ => results_field(&semaphore.results, field),
        },
        Instruction::Branch(branch) => branch_field(branch, field, value),
    }
}

fn alu_field(alu: &Alu, field: &str, value: u64) -> String {
    let mux = |name: &str, mux: Mux| match mux {
        Mux::FileA => format!("{name} uses value from register file A"),
        Mux::FileB => format!("{name} uses value from register file B, or small immediate"),
        accumulator => format!("{name} uses accumulator ACC{}", accumulator.code()),
    };
    match field {
        "add_a" => mux("add input 1", alu.add_operands[0]),
        "add_b" => mux("add input 2", alu.add_operands[1]),
        "mul_a" => mux("mul input 1", alu.mul_operands[0]),
        "mul_b" => mux("mul input 2", alu.mul_operands[1]),
        "op_add" => format!("add ALU is {}: {}", alu.add_op.name(), alu.add_op.doc()),
        "op_mul" => format!("mul ALU is {}: {}", alu.mul_op.name(), alu.mul_op.doc()),
        "raddr_a" => format!(
            "regfile A uses register {value}: {}",
            read_name(alu.read_a.read(RegisterFile::A), 'a')
        ),
        "raddr_b" => match alu.read_b() {
            Some(address) => format!(
                "regfile B uses register {value}: {}",
                read_name(address.read(RegisterFile::B), 'b')
            ),
            None => String::new(),
        },
        "small_imm" => match alu.operand_b {
            OperandB::Small(small) => small_meaning(small),
            OperandB::Register(..) => String::new(),
        },
        "unpack" => match (alu.unpack, alu.results.pack) {
            (Unpack::None, _) => "no unpacking of input operands".to_owned(),
            (unpack, Pack::File(_)) => format!("regfile A value, {}", unpack.doc()),
            (unpack, Pack::Mul(_)) => format!("r4, {}", unpack.doc()),
        },
        "sig" => alu_signal(alu),
        _ => results_field(&alu.results, field),
    }
}

fn alu_signal(alu: &Alu) -> String {
    match alu.operand_b {
        OperandB::Small(_) => Signal::SmallImmediate.doc().to_owned(),
        OperandB::Register(_, signal) => signal.doc().to_owned(),
    }
}

fn small_meaning(small: SmallImmediate) -> String {
    let value = small.value();
    match small.rotation() {
        Some(Rotation::R5) => "rotate the MUL result by r5; as an operand -16".to_owned(),
        Some(Rotation::By(by)) => format!("rotate the MUL result by {by}; as an operand {}", value as i32),
        None if small.is_float() => format!("{:?}f", f32::from_bits(value)),
        None => format!("{}", value as i32),
    }
}

fn results_field(results: &Results, field: &str) -> String {
    let condition = |condition: Condition| match condition {
        Condition::Always => "cond always".to_owned(),
        Condition::Never => "cond never".to_owned(),
        other => format!("cond {}", other.doc()),
    };
    match field {
        "cond_add" => condition(results.add_condition),
        "cond_mul" => condition(results.mul_condition),
        "sf" => if results.set_flags {
            "set flags"
        } else {
            "don't set flags"
        }
        .to_owned(),
        "ws" if results.write_swap => {
            "write swap: add ALU writes to regfile B, mul ALU writes to regfile A".to_owned()
        }
        "ws" => "ws off: add ALU writes regfile A, mul ALU writes regfile B".to_owned(),
        "waddr_add" => write_meaning("add ALU", results.add_file(), results.add_write.number()),
        "waddr_mul" => write_meaning("mul ALU", results.mul_file(), results.mul_write.number()),
        "pm" => match results.pack {
            Pack::Mul(_) => "use mul ALU packing, unpack acts on r4",
            Pack::File(_) => "use regfile A packing and unpacking",
        }
        .to_owned(),
        "pack" => match results.pack {
            pack if pack.is_none() => "no packing".to_owned(),
            Pack::File(pack) => pack.doc().to_owned(),
            Pack::Mul(pack) => format!("normalized float to u8, {}", pack.doc()),
        },
        _ => String::new(),
    }
}

fn write_meaning(alu: &str, file: RegisterFile, number: u8) -> String {
    use quadrille_isa::qpu::Write;
    let letter = if file == RegisterFile::A { 'a' } else { 'b' };
    match quadrille_isa::qpu::Address::from_bits(number).write(file) {
        Write::Nop => format!("{alu} writes to NOP, no write"),
        Write::Register(_) => format!("{alu} writes to r{number}{letter}"),
        Write::Accumulator(accumulator) => format!("{alu} writes to r{number}{letter}, is ACC{accumulator}"),
        Write::R5Quad => format!("{alu} writes to accumulator 5, a value for each quad"),
        Write::R5All => format!("{alu} writes to accumulator 5, element 0 to all"),
        _ => {
            let name = super::print::write_name(file == RegisterFile::B, number);
            format!("{alu} writes to r{number}{letter}, is {name}")
        }
    }
}

fn read_name(read: Read, letter: char) -> String {
    match read {
        Read::Register(number) => format!("r{number}{letter}"),
        Read::Uniform => "uniform read".to_owned(),
        Read::Varying => "varying read".to_owned(),
        Read::Nop => "NOP, no read".to_owned(),
        Read::Reserved(_) => "no meaning given".to_owned(),
        other => format!("{other:?}"),
    }
}

fn branch_field(branch: &Branch, field: &str, value: u64) -> String {
    match field {
        "immediate" => format!("{} bytes", branch.immediate as i32),
        "waddr_add" | "waddr_mul" if value == 39 => "no link".to_owned(),
        "waddr_add" | "waddr_mul" => {
            format!("receives the address of the instruction after the delay slots, address {value}")
        }
        "ws" => if branch.write_swap {
            "add side writes regfile B"
        } else {
            "add side writes regfile A"
        }
        .to_owned(),
        "br_raddr_a" if branch.add_register => format!("adds element 15 of r{value}a"),
        "br_raddr_a" => "not used".to_owned(),
        "reg" => if branch.add_register {
            "adds a register"
        } else {
            "adds no register"
        }
        .to_owned(),
        "rel" => if branch.relative {
            "relative to the instruction after the delay slots"
        } else {
            "absolute"
        }
        .to_owned(),
        "cond_br" => branch.condition.doc().to_owned(),
        "zero" => "always zero".to_owned(),
        _ => Signal::Branch.doc().to_owned(),
    }
}
