//! Lowering: a checked program to its form, instruction by instruction as the reference executes them.

mod arithmetic;
mod call;
mod cells;
mod condition;
mod count;
mod destination;
mod flow;
mod operand;
mod region;
mod repeat;
mod subroutine;
mod written;

use quadrille_base::Id;
use quadrille_isa::gl::operation::{AddressOp, ConversionOp, StageOp};
use quadrille_isa::gl::{Family, Operation, Stage};
use quadrille_program::instruction::Access;
use quadrille_program::types::Types;
use quadrille_program::{InstId, Program};

use crate::expression::{Expression, Type, ValueId};
use crate::form::Form;
use crate::recorder::Recorder;
use crate::statement::Statement;
use crate::unlowered::{Reason, Unlowered};
use arithmetic::Computed;
use cells::{Arrays, Cells};
use flow::Flowing;
use operand::unlowered;

/// The components of a result; those that are not written are none.
type Quad = [Option<ValueId>; 4];

/// A program that is being lowered.
struct Lowering<'p> {
    program: &'p Program,
    recorder: Recorder,
    cells: Cells,
    arrays: Arrays,
    /// What a component of a condition code is kept as.
    codes: Type,
    /// Told apart by it are reads of arrays and variables that may differ.
    version: u32,
    /// How often lanes have left: told apart by it are the active lanes of a region.
    left: u32,
    /// Whether what lanes hold that are not active is asked for.
    tracks: bool,
    /// The Count statement that instructions are added to.
    count: count::Open,
    flow: Flowing<'p>,
}

/// A program in scalar form, before any pass.
///
/// # Errors
///
/// It has an instruction without one.
pub(crate) fn lower(program: &Program) -> Result<Form, Unlowered> {
    refuse_patches(program)?;
    refuse_residency(program)?;
    let recorder = Recorder::new(program.instructions().len());
    let codes = condition::kept(program);
    let fragments = program.profile().stage == Stage::Fragment;
    let mut operations = program
        .instructions()
        .iter()
        .map(|instruction| instruction.operation);
    let mut lowering = Lowering {
        program,
        cells: Cells::new(program, codes),
        arrays: Arrays::new(program, &recorder),
        recorder,
        codes,
        version: 0,
        left: 0,
        tracks: fragments && operations.any(call::asks_neighbours),
        count: count::Open::default(),
        flow: Flowing::new(program)?,
    };
    let body = lowering.recorder.open();
    lowering.main()?;
    lowering.export();
    lowering.recorder.close();
    let mut form = lowering.recorder.finish();
    form.body = Some(body);
    Ok(form)
}

/// What a texture lacks, only lookups know that take one texel after another.
fn refuse_residency(program: &Program) -> Result<(), Unlowered> {
    for (id, instruction) in program.instructions().iter_enumerated() {
        let written = instruction.destination.as_ref();
        let tested = match &instruction.access {
            Access::Flow(flow) => flow.condition.as_ref(),
            Access::Condition(condition) => Some(condition),
            _ => None,
        };
        let conditions = [tested, written.and_then(|to| to.condition.as_ref())];
        if conditions
            .into_iter()
            .flatten()
            .any(|condition| condition.test.is_sparse())
        {
            return Err(unlowered(id, Reason::Residency));
        }
    }
    Ok(())
}

/// Control programs whose invocations see each other's results have no form yet.
fn refuse_patches(program: &Program) -> Result<(), Unlowered> {
    if program.profile().stage != Stage::TessellationControl {
        return Ok(());
    }
    let reads = program
        .attributes()
        .iter()
        .any(|attribute| attribute.binding.passed().is_some() && attribute.binding.index[0] == 1);
    let shares = program.results().iter().any(|result| {
        matches!(
            result.binding.family,
            Family::ResultPatchTessouter | Family::ResultPatchTessinner | Family::ResultPatchAttrib
        )
    });
    if reads || shares {
        return Err(unlowered(program.entry(), Reason::PatchOutput));
    }
    Ok(())
}

impl Lowering<'_> {
    /// An instruction that is none of flow.
    fn instruction(&mut self, id: InstId) -> Result<(), Unlowered> {
        let program = self.program;
        let instruction = &program.instructions()[id];
        self.count(id);
        let types = Types::of(program, instruction);
        let mask = instruction.destination.map_or(0, |to| to.mask);
        let clamped = |lowering: &Self, components| -> Computed {
            lowering.clamp(instruction.clamp, types.result, components).into()
        };
        let computed = match instruction.operation {
            Operation::Arithmetic(operation) => self.arithmetic(id, operation, instruction, types, mask)?,
            Operation::Conversion(operation) => {
                let result = self.conversion(id, operation, instruction, types, mask)?;
                // CVT has clamped in the format that it converts to.
                match operation {
                    ConversionOp::Convert => result.into(),
                    ConversionOp::IntegerToFloat
                    | ConversionOp::Pack(_)
                    | ConversionOp::Pack64
                    | ConversionOp::Unpack(_)
                    | ConversionOp::Unpack64 => clamped(self, result),
                }
            }
            Operation::Address(AddressOp::Push | AddressOp::Pop) => {
                return Err(unlowered(id, Reason::AddressStack));
            }
            Operation::Address(operation) => self.address(id, operation, instruction, types, mask)?.into(),
            Operation::Derivative(axis) => {
                clamped(self, self.derivative(id, axis, instruction, types, mask)?)
            }
            Operation::Texture(_) | Operation::Interpolation(_) => {
                clamped(self, self.call(id, instruction, types, mask)?)
            }
            Operation::Group(_) | Operation::Memory(_) => {
                let result = self.call(id, instruction, types, mask)?;
                self.after_effect();
                clamped(self, result)
            }
            Operation::Kill => return self.kill(id, instruction, types),
            Operation::Stage(operation) => {
                match operation {
                    StageOp::EmitVertex | StageOp::EmitVertexOnStream => self.export(),
                    StageOp::Barrier if self.flow.divergent => {
                        return Err(unlowered(id, Reason::Barrier));
                    }
                    StageOp::InterlockBegin | StageOp::InterlockEnd => return Ok(()),
                    StageOp::EndPrimitive | StageOp::Barrier => {}
                }
                self.call(id, instruction, types, 0)?;
                self.after_effect();
                return Ok(());
            }
            Operation::Flow(_) => return Err(unlowered(id, Reason::Flow)),
        };
        self.store(id, instruction, types, &computed)
    }

    /// Writes the results that the batch does not hold to it.
    fn export(&mut self) {
        for cell in self.cells.results() {
            let state = self.cells.states[cell];
            if !state.unexported {
                continue;
            }
            let value = self.cells.read(&self.recorder, cell, false);
            let at = cell - self.cells.results().start;
            let (slot, component) = ((at / 4) as u32, (at % 4) as u8);
            let export = |component, value| Statement::Export {
                slot,
                component,
                value,
            };
            if state.kind == Type::Long {
                let low = self.recorder.value(Expression::Low { a: value });
                let high = self.recorder.value(Expression::High { a: value });
                self.recorder.statement(export(component, low));
                self.recorder.statement(export(component + 4, high));
            } else {
                self.recorder.statement(export(component, value));
            }
            self.cells.states[cell].unexported = false;
        }
    }

    /// Whether lanes of the batch may not be active here.
    const fn diverged(&self) -> bool {
        self.flow.divergent
    }

    /// The first instruction behind the last.
    fn end(&self) -> InstId {
        InstId::new(self.program.instructions().len())
    }
}
