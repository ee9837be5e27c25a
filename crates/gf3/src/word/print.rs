//! The disassembler: one line a word, and from the line the same word again.
//!
//! A line holds the operations of one word, joined by `+`: `MUL R2.xyzw, R1, c[0] + RCP R1.x, v0.w`. Fields
//! whose bits the text does not give, because nothing uses them or because they are not as drivers choose
//! them, follow in braces: `{OUT.R=11}`. An operation whose result goes nowhere has the destination `_`; a register
//! that the machine does not have is `_` too, and a comment says which it is.

use super::assemble::assemble_line;
use super::{Instruction, Numbering, Register, SourceOperand, Unit, Word, decode_any};
use quadrille_isa::nv20::{FIELDS, IluOp, MacOp, field};

/// The text of a program, a line a word. The last line's final bit is understood, as the assembler sets it.
pub fn program(words: &[Word], numbering: Numbering) -> String {
    let lines = words.iter().enumerate();
    let lines = lines.map(|(index, word)| {
        let last = index + 1 == words.len();
        format!("{}{}\n", line(*word, numbering, last), comment(*word))
    });
    lines.collect()
}

/// The same without the fields in braces: for people, as other words may have the same text.
pub fn plain(words: &[Word], numbering: Numbering) -> String {
    let lines = words.iter().map(|word| {
        let text = instruction(&shortened(decode_any(*word).0), numbering);
        format!("{text}{}\n", comment(*word))
    });
    lines.collect()
}

/// The instruction with one letter for operands of which every operation takes the first component alone.
fn shortened(mut instruction: Instruction) -> Instruction {
    let vector = instruction.mac.shape().reads();
    let special = instruction.ilu.shape().reads();
    let (address, scalar) = (
        instruction.mac == MacOp::Arl,
        !matches!(instruction.ilu, IluOp::Mov | IluOp::Lit),
    );
    for (slot, operand) in instruction.operands.iter_mut().enumerate() {
        if (address || !vector[slot]) && (scalar || !special[slot]) {
            operand
                .iter_mut()
                .for_each(|source| source.swizzle = [source.swizzle[0]; 4]);
        }
    }
    instruction
}

/// The oddities of a word, as a comment behind its line.
fn comment(word: Word) -> String {
    let reasons = decode_any(word).1.into_iter();
    let reasons: Vec<String> = reasons.map(|reason| reason.to_string()).collect();
    if reasons.is_empty() {
        return String::new();
    }
    format!("  // {}", reasons.join("; "))
}

/// The line of one word. `last` says whether the assembler will set the final bit by itself.
pub fn line(word: Word, numbering: Numbering, last: bool) -> String {
    let mut text = instruction(&decode_any(word).0, numbering);
    let canonical = assemble_line(&text, numbering).unwrap_or_default();
    let canonical = canonical.with(field::LAST, last.into());
    let other: Vec<String> = FIELDS
        .iter()
        .filter(|field| word.get(**field) != canonical.get(**field))
        .map(|field| format!("{}={}", field.name, word.get(*field)))
        .collect();
    if !other.is_empty() {
        text.push_str(&format!(" {{{}}}", other.join(" ")));
    }
    text
}

/// The operations of an instruction, without field notes.
pub fn instruction(instruction: &Instruction, numbering: Numbering) -> String {
    let mut parts = Vec::new();
    let [a, b, c] = instruction.operands;
    let operand = |source: &SourceOperand| operand(source, instruction.relative, numbering);
    if instruction.mac != MacOp::Nop {
        let sources: Vec<String> = [a, b, c]
            .iter()
            .zip(instruction.mac.shape().reads())
            .filter_map(|(source, read)| source.as_ref().filter(|_| read).map(operand))
            .collect();
        statements(
            &mut parts,
            instruction,
            Unit::Mac,
            instruction.mac.name(),
            &sources.join(", "),
            numbering,
        );
    }
    if let Some(c) = c.filter(|_| instruction.ilu != IluOp::Nop) {
        // MOV is an operation of both units; without a mark it is the vector unit's.
        let ambiguous = matches!(instruction.mac, MacOp::Nop | MacOp::Mov);
        let marked = instruction.ilu == IluOp::Mov && ambiguous;
        let name = if marked { "ilu:MOV" } else { instruction.ilu.name() };
        statements(&mut parts, instruction, Unit::Ilu, name, &operand(&c), numbering);
    }
    if parts.is_empty() {
        parts.push("NOP".into());
    }
    parts.join(" + ")
}

/// The statements of one unit, one a destination.
fn statements(
    parts: &mut Vec<String>,
    instruction: &Instruction,
    unit: Unit,
    name: &str,
    sources: &str,
    numbering: Numbering,
) {
    let temporary = match unit {
        Unit::Mac => instruction.mac_write,
        Unit::Ilu => instruction.ilu_write,
    };
    let before = parts.len();
    if unit == Unit::Mac && instruction.mac == MacOp::Arl {
        parts.push(format!("{name} {}, {sources}", numbering.address()));
    }
    if let Some(write) = instruction.output.filter(|write| write.from == unit) {
        let target = numbering.output(write.target);
        parts.push(format!("{name} {target}{}, {sources}", mask(write.mask)));
    }
    if let Some(write) = temporary {
        parts.push(format!(
            "{name} R{}{}, {sources}",
            write.register,
            mask(write.mask)
        ));
    }
    if parts.len() == before {
        parts.push(format!("{name} _, {sources}"));
    }
}

/// A source operand, with the shortest selector that says its swizzle.
pub fn operand(source: &SourceOperand, relative: bool, numbering: Numbering) -> String {
    let relative = relative && matches!(source.register, Register::Constant(_));
    let sign = if source.negate { "-" } else { "" };
    let register = numbering.register(source.register, relative);
    format!("{sign}{register}{}", swizzle(source.swizzle))
}

/// A selector: none for the identity, else as many letters as are needed; the last one counts on.
pub fn swizzle(swizzle: [u8; 4]) -> String {
    if swizzle == [0, 1, 2, 3] {
        return String::new();
    }
    let mut length = 4;
    while length > 1 && swizzle[length - 1] == swizzle[length - 2] {
        length -= 1;
    }
    let letters = swizzle[..length].iter().map(|c| LETTERS[usize::from(*c)]);
    std::iter::once('.').chain(letters).collect()
}

/// The components of a mask, x in bit 3.
pub fn mask(mask: u8) -> String {
    let letters = (0..4).filter(|c| mask & (8 >> c) != 0).map(|c| LETTERS[c]);
    std::iter::once('.').chain(letters).collect()
}

/// Component letters in order.
pub const LETTERS: [char; 4] = ['x', 'y', 'z', 'w'];
