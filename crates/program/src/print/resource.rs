//! Variables of textures, images, memory and subroutines: declared as instructions need them, under names of
//! the printer's own, for a program keeps only where an access goes.

use std::collections::HashSet;

use quadrille_isa::gl::Operation;
use quadrille_isa::gl::operation::Space;

use super::Printer;
use super::number::LiteralKind;
use crate::instruction::{Access, Indexed, Instruction, MemoryAccess, Subroutine};
use crate::operand::{Operand, Swizzle};

/// The word that declares memory of a kind, what its binding begins with, and bytes in an element.
fn memory_words(operation: Operation) -> (&'static str, &'static str, i64) {
    let space = match operation {
        Operation::Memory(operation) => operation.space(),
        _ => None,
    };
    match space {
        Some(Space::Storage) => ("STORAGE", "program.storage", 1),
        Some(Space::Shared) => ("SHARED", "program.sharedmem", 1),
        Some(Space::Counter) => ("COUNTER", "program.counter", 4),
        Some(Space::Constant | Space::Global | Space::Image) | None => ("CBUFFER", "program.buffer", 1),
    }
}

impl Printer<'_> {
    /// A declaration for each variable that an instruction needs.
    pub(super) fn resources(&mut self) {
        let mut lines: Vec<String> = Vec::new();
        let mut seen: HashSet<String> = HashSet::new();
        for one in &self.program.subroutines().types {
            let names = one.functions.iter();
            let names: Vec<&str> = names
                .filter_map(|number| self.names.functions.get(number).copied())
                .collect();
            lines.push(format!("SUBROUTINETYPE {} {{ {} }};", one.name, names.join(", ")));
        }
        for instruction in self.program.instructions().iter() {
            let line = match &instruction.access {
                Access::Texture(texture) => texture
                    .index
                    .as_deref()
                    .map(|index| units("TEXTURE", "texture", texture.unit, index)),
                Access::Memory(memory) if memory.target.is_some() => memory
                    .index
                    .as_deref()
                    .map(|index| units("IMAGE", "image", memory.binding, index)),
                Access::Memory(memory) if memory_name(instruction, memory).is_some() => {
                    Some(memory_declaration(instruction, memory))
                }
                Access::Flow(flow) => flow
                    .subroutine
                    .as_ref()
                    .and_then(|called| self.subroutine(called)),
                Access::None
                | Access::Memory(_)
                | Access::Condition(_)
                | Access::Conversion(_)
                | Access::Barrier(_)
                | Access::Derivative(_) => None,
            };
            lines.extend(line.filter(|line| seen.insert(line.clone())));
        }
        for line in lines {
            self.line(&line);
        }
    }

    /// `SUBROUTINE T $s0 = program.subroutine[0];`
    fn subroutine(&self, called: &Subroutine) -> Option<String> {
        let subroutines = self.program.subroutines();
        let mut parameters = subroutines.parameters.iter();
        let parameter = parameters.find(|parameter| parameter.number == called.parameter)?;
        let of = &subroutines.types.get(parameter.of as usize)?.name;
        let first = called.parameter;
        Some(match &called.index {
            None => format!("SUBROUTINE {of} $s{first} = program.subroutine[{first}];"),
            Some(Indexed { length, .. }) => {
                let last = first + length - 1;
                format!(
                    "SUBROUTINE {of} $s{first}_{length}[{length}] = {{ program.subroutine[{first}..{last}] }};"
                )
            }
        })
    }

    /// The subroutine variable of CALI.
    pub(super) fn called(&self, called: &Subroutine) -> String {
        let first = called.parameter;
        match &called.index {
            None => format!("$s{first}"),
            Some(index) => format!("$s{first}_{}[{}]", index.length, self.indexed(index)),
        }
    }

    /// A unit of textures or images: `texture[3]`, `$texture3_4[R0.x + 1]` or `handle(R0.x)`.
    pub(super) fn unit(
        &self,
        word: &str,
        unit: u32,
        index: Option<&Indexed>,
        handle: Option<&Operand>,
    ) -> String {
        match (handle, index) {
            (Some(handle), _) => format!("handle({})", self.operand(handle, true, LiteralKind::Unsigned)),
            (None, Some(index)) => {
                format!("${word}{unit}_{}[{}]", index.length, self.indexed(index))
            }
            (None, None) => format!("{word}[{unit}]"),
        }
    }

    fn indexed(&self, index: &Indexed) -> String {
        super::operand::sum(
            self.operand(&index.operand, true, LiteralKind::Signed),
            index.offset,
        )
    }

    /// A place in memory, with what LDC does to what it reads there.
    pub(super) fn memory(&self, instruction: &Instruction, memory: &MemoryAccess) -> Option<String> {
        let mut text = memory_name(instruction, memory)?;
        if let Some(index) = &memory.index {
            text.push_str(&format!("[{}]", self.indexed(index)));
        }
        if memory.limit.is_some() {
            let (.., unit) = memory_words(instruction.operation);
            let number = ((memory.offset - memory.first as i64) / unit) as i32;
            let inside = match &memory.address {
                Some(address) => {
                    super::operand::sum(self.operand(address, true, LiteralKind::Signed), number)
                }
                None => number.to_string(),
            };
            text.push_str(&format!("[{inside}]"));
        }
        let selection = &memory.selection;
        if selection.swizzle != Swizzle::IDENTITY {
            text.push_str(&super::operand::swizzle(&selection.swizzle));
        }
        if selection.absolute {
            text = format!("|{text}|");
        }
        if selection.negate {
            text = format!("-{text}");
        }
        Some(text)
    }
}

/// The printer's name for a variable in memory: what it is bound to, spelled out, so that one variable has one
/// name. Global memory and images have none.
fn memory_name(instruction: &Instruction, memory: &MemoryAccess) -> Option<String> {
    let space = match instruction.operation {
        Operation::Memory(operation) => operation.space()?,
        _ => return None,
    };
    if matches!(space, Space::Global | Space::Image) {
        return None;
    }
    let (word, ..) = memory_words(instruction.operation);
    let bindings = memory.index.as_ref().map_or(1, |index| index.length);
    let end = memory.limit.map_or("one".to_owned(), |limit| limit.to_string());
    let kind = word.to_ascii_lowercase();
    Some(format!(
        "${kind}{}_{bindings}_{}_{end}",
        memory.binding, memory.first
    ))
}

fn memory_declaration(instruction: &Instruction, memory: &MemoryAccess) -> String {
    let (word, opening, unit) = memory_words(instruction.operation);
    let name = memory_name(instruction, memory).unwrap_or_default();
    let first = memory.first as i64 / unit;
    let points = match &memory.index {
        _ if word == "SHARED" => String::new(),
        None => format!("[{}]", memory.binding),
        Some(index) => format!("[{}..{}]", memory.binding, memory.binding + index.length - 1),
    };
    // A range of buffers has a size of its own in CBUFFER alone (NV_parameter_buffer_object2).
    let sizes = |length: i64| match &memory.index {
        Some(index) if word == "CBUFFER" => format!("[{}][{length}]", index.length),
        _ => format!("[{length}]"),
    };
    match memory.limit {
        None => format!("{word} {name} = {opening}{points}[{first}];"),
        Some(limit) => {
            let end = limit as i64 / unit;
            let last = end - 1;
            let sizes = sizes(end - first);
            format!("{word} {name}{sizes} = {{ {opening}{points}[{first}..{last}] }};")
        }
    }
}

/// An array of units.
fn units(keyword: &str, word: &str, first: u32, index: &Indexed) -> String {
    let length = index.length;
    let last = first + length - 1;
    format!("{keyword} ${word}{first}_{length}[{length}] = {{ {word}[{first}..{last}] }};")
}
