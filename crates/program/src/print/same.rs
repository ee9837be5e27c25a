//! When two programs are the same: what they declare and do, wherever it stands and in whatever slots.

use quadrille_isa::gl::Binding;

use crate::instruction::{Access, Instruction, TexelOffset};
use crate::operand::{File, Index, Operand, Outer, Register, Relative};
use crate::program::Program;
use crate::resources::ParameterSource;

/// Whether two programs have the same header, options, layout and instructions. Registers are compared by what
/// they hold: temporaries and address registers by their slot, the others by their bindings, bits and arrays.
/// Spans, names, declarations that no instruction uses, and the places of unreachable labels do not matter.
pub fn same(one: &Program, other: &Program) -> bool {
    let same_head = one.profile() == other.profile()
        && one.features() == other.features()
        && one.layout() == other.layout()
        && one.ati() == other.ati()
        && one.entry() == other.entry()
        && one.instructions().len() == other.instructions().len();
    same_head
        && one
            .instructions()
            .iter()
            .zip(other.instructions().iter())
            .all(|(this, that)| same_instruction((one, this), (other, that)))
}

/// A program and something of it.
type Of<'p, T> = (&'p Program, &'p T);

fn same_instruction(one: Of<'_, Instruction>, other: Of<'_, Instruction>) -> bool {
    let (this, that) = (one.1, other.1);
    let destination = match (&this.destination, &that.destination) {
        (None, None) => true,
        (Some(this), Some(that)) => {
            let registers = match (&this.register, &that.register) {
                (None, None) => true,
                (Some(this), Some(that)) => same_register((one.0, this), (other.0, that)),
                _ => false,
            };
            registers
                && this.mask == that.mask
                && this.condition == that.condition
                && this.short == that.short
        }
        _ => false,
    };
    let reads = this.reads().count() == that.reads().count()
        && this
            .reads()
            .zip(that.reads())
            .all(|(this, that)| same_operand((one.0, this), (other.0, that)));
    destination
        && reads
        && this.opcode == that.opcode
        && this.operation == that.operation
        && this.data_type == that.data_type
        && this.clamp == that.clamp
        && this.precise == that.precise
        && this.update == that.update
        && same_access(&this.access, &that.access)
}

/// The parts of an access that are no operands.
fn same_access(this: &Access, that: &Access) -> bool {
    match (this, that) {
        (Access::Texture(this), Access::Texture(that)) => {
            let offsets = match (&this.offset, &that.offset) {
                (Some(TexelOffset::Variable(_)), Some(TexelOffset::Variable(_))) => true,
                (this, that) => this == that,
            };
            offsets
                && this.unit == that.unit
                && this.target == that.target
                && this.component == that.component
                && this.lod_clamp == that.lod_clamp
                && this.sparse == that.sparse
        }
        (Access::Memory(this), Access::Memory(that)) => {
            this.binding == that.binding
                && this.offset == that.offset
                && this.first == that.first
                && this.limit == that.limit
                && this.selection == that.selection
                && this.storage == that.storage
                && this.atomic == that.atomic
                && this.counter == that.counter
                && this.target == that.target
        }
        (this, that) => this == that,
    }
}

fn same_operand(one: Of<'_, Operand>, other: Of<'_, Operand>) -> bool {
    let (this, that) = (one.1, other.1);
    let scalar = match holds(one.0, &this.register) {
        // A constant that is the same in every component is the same however it is selected.
        Some(Holds::Constant(bits, high)) => bits == [bits[0]; 4] && high == [high[0]; 4],
        _ => false,
    };
    same_register((one.0, &this.register), (other.0, &that.register))
        && (scalar || this.swizzle == that.swizzle)
        && this.absolute == that.absolute
        && this.negate == that.negate
}

fn same_register(one: Of<'_, Register>, other: Of<'_, Register>) -> bool {
    let (this, that) = (one.1, other.1);
    if this.file != that.file || !same_outer((one.0, &this.outer), (other.0, &that.outer)) {
        return false;
    }
    match (&this.relative, &that.relative) {
        (None, None) => match this.file {
            File::Temporary | File::Address => this.slot == that.slot,
            File::Attribute | File::Parameter | File::Result => holds(one.0, this) == holds(other.0, that),
        },
        (Some(run), Some(other_run)) => {
            let start = |run: &Relative| Register::fixed(this.file, run.first);
            this.slot - run.first as i32 == that.slot - other_run.first as i32
                && run.length == other_run.length
                && same_index((one.0, &run.index), (other.0, &other_run.index))
                && holds(one.0, &start(run)) == holds(other.0, &start(other_run))
        }
        _ => false,
    }
}

fn same_index(one: Of<'_, Index>, other: Of<'_, Index>) -> bool {
    one.1.component == other.1.component
        && same_register((one.0, &one.1.register()), (other.0, &other.1.register()))
}

fn same_outer(one: Of<'_, Option<Outer>>, other: Of<'_, Option<Outer>>) -> bool {
    match (one.1, other.1) {
        (None, None) => true,
        (Some(this), Some(that)) => {
            let indices = match (&this.index, &that.index) {
                (None, None) => true,
                (Some(this), Some(that)) => same_index((one.0, this), (other.0, that)),
                _ => false,
            };
            indices && this.number == that.number && this.count == that.count
        }
        _ => false,
    }
}

/// The meaning of a register outside the program: its binding, its constant, or else its slot.
#[derive(PartialEq)]
enum Holds {
    Slot(i32),
    Bound(Binding),
    /// The words of a constant, and the high words of one of 64 bits.
    Constant([u32; 4], [u32; 4]),
}

fn holds(program: &Program, register: &Register) -> Option<Holds> {
    let slot = usize::try_from(register.slot).ok()?;
    Some(match register.file {
        File::Temporary | File::Address => Holds::Slot(register.slot),
        File::Attribute => Holds::Bound(program.attributes().get(slot)?.binding),
        File::Result => Holds::Bound(program.results().get(slot)?.binding),
        File::Parameter => {
            let parameter = program.parameters().get(slot)?;
            match parameter.source {
                ParameterSource::Constant(bits) => Holds::Constant(bits, parameter.high.unwrap_or_default()),
                ParameterSource::Binding(binding) => Holds::Bound(binding),
                ParameterSource::Buffer(element) => Holds::Bound(element.binding()),
            }
        }
    })
}
