//! Variables of BUFFER and BUFFER4: one for each run of elements that instructions read, under a name of the
//! printer's own.

use super::Printer;
use crate::operand::{File, Register};
use crate::resources::{BufferElement, ParameterSource};

/// A run of elements: those of one buffer after the other.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct BufferRange {
    /// The slot of the first.
    pub(super) first: u32,
    /// The number of elements of a buffer, where a register chooses among them.
    pub(super) elements: Option<u32>,
    /// The number of buffers, where a register chooses among them.
    buffers: Option<u32>,
    start: BufferElement,
}

impl Printer<'_> {
    /// A declaration for each run.
    pub(super) fn buffers(&mut self) {
        for instruction in self.program.instructions().iter() {
            for operand in instruction.reads() {
                if let Some(run) = self.buffer_run(&operand.register)
                    && self.names.buffers.insert(run)
                {
                    let line = declaration(&run);
                    self.line(&line);
                }
            }
        }
    }

    /// The run that a register reads.
    pub(super) fn buffer_run(&self, register: &Register) -> Option<BufferRange> {
        if register.file != File::Parameter {
            return None;
        }
        let (first, elements) = match &register.relative {
            None => (u32::try_from(register.slot).ok()?, None),
            Some(run) => (run.first, Some(run.length)),
        };
        match self.program.parameters().get(first as usize)?.source {
            ParameterSource::Buffer(start) => Some(BufferRange {
                first,
                elements,
                buffers: register.outer.map(|outer| outer.count),
                start,
            }),
            ParameterSource::Constant(_) | ParameterSource::Binding(_) => None,
        }
    }
}

impl BufferRange {
    /// The variable: what it is bound to, spelled out, so that one run has one name wherever its slots are.
    pub(super) fn name(&self) -> String {
        let BufferElement { buffer, element, .. } = self.start;
        let number = |count: Option<u32>| count.map_or("one".to_owned(), |count| count.to_string());
        let (buffers, elements) = (number(self.buffers), number(self.elements));
        format!("$buffer{buffer}_{buffers}_{element}_{elements}")
    }

    /// Whether an index says which element, be it the only one.
    pub(super) fn is_array(&self) -> bool {
        self.elements.is_some() || self.buffers.is_some()
    }
}

fn declaration(run: &BufferRange) -> String {
    let keyword = if run.start.vector { "BUFFER4" } else { "BUFFER" };
    let BufferElement { buffer, element, .. } = run.start;
    let (name, length) = (run.name(), run.elements.unwrap_or(1));
    let last = element + length - 1;
    match run.buffers {
        None if !run.is_array() => format!("{keyword} {name} = program.buffer[{buffer}][{element}];"),
        None => format!("{keyword} {name}[{length}] = {{ program.buffer[{buffer}][{element}..{last}] }};"),
        Some(buffers) => {
            let end = buffer + buffers - 1;
            format!(
                "{keyword} {name}[{buffers}][{length}] = {{ program.buffer[{buffer}..{end}][{element}..{last}] }};"
            )
        }
    }
}
