//! Condition codes: the variables that stand for their flags.
//!
//! A condition-code register holds the last result itself, so that the sign and the zero flag are comparisons.
//! Carry and overflow have variables of their own, in programs where an instruction may set them and a test asks
//! (NV_gpu_program4, 2.X.4.3 and Table X.16).

use quadrille_isa::gl::operation::ArithmeticOp;
use quadrille_isa::gl::{Operation, Test};
use quadrille_program::{Access, Instruction};

use crate::form::{Expression, Scalar, Type};
use crate::raise::draft::Draft;

/// The variables of one condition-code register.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Code {
    /// The last result, as floats.
    pub(crate) value: Option<u32>,
    /// Truth values: the flag CF.
    pub(crate) carry: Option<u32>,
    /// Truth values: the flag OF.
    pub(crate) overflow: Option<u32>,
}

impl Code {
    /// Whether it keeps carry or overflow.
    pub(crate) fn keeps_flags(self) -> bool {
        self.carry.is_some() || self.overflow.is_some()
    }
}

/// The variables of condition codes.
pub(crate) struct Codes {
    codes: [Code; 2],
    /// The variable that tells whether the texels of the last lookup that asked were resident, if a test reads it.
    pub(crate) residency: Option<u32>,
}

impl Codes {
    /// Those of the register of a number.
    pub(crate) fn of(&self, register: u8) -> Code {
        self.codes[usize::from(register & 1)]
    }

    /// Declares the variables of condition-code registers that the program updates or tests.
    pub(crate) fn declare(draft: &mut Draft<'_>) -> Codes {
        let program = draft.context.program;
        let mut used = [false; 2];
        let (mut may_carry, mut ask_carry, mut ask_overflow) = ([false; 2], [false; 2], [false; 2]);
        let exact = draft.context.options.exact();
        let mut asks_residency = false;
        for instruction in program.instructions().iter() {
            let tests = instruction.destination.iter().filter_map(|to| to.condition);
            let flow = match &instruction.access {
                Access::Flow(flow) => flow.condition,
                Access::Condition(condition) => Some(*condition),
                _ => None,
            };
            for condition in tests.chain(flow) {
                if condition.test.is_sparse() {
                    asks_residency = true;
                    continue;
                }
                let at = usize::from(condition.register & 1);
                used[at] = true;
                ask_carry[at] |= matches!(condition.test, Test::Cf | Test::Ncf | Test::Ab | Test::Ble);
                // An overflow turns the sign round.
                let of_sign = matches!(condition.test, Test::Ge | Test::Gt | Test::Le | Test::Lt);
                ask_overflow[at] |= matches!(condition.test, Test::Of | Test::Nof) || exact && of_sign;
            }
            if let Some(update) = instruction.update {
                let at = usize::from(update & 1);
                used[at] = true;
                may_carry[at] |= carries(instruction);
            }
        }
        let residency = asks_residency.then(|| {
            let resident = draft.variable("resident", Type::BOOL);
            // A test before any lookup finds what holds of all textures but sparse ones.
            draft.shader.variables[resident as usize].initial = Some(Expression::truth(true));
            resident
        });
        let mut codes = [Code::default(); 2];
        let only = used == [true, false];
        for at in (0..2).filter(|at| used[*at]) {
            let number = if only { String::new() } else { at.to_string() };
            let flags = Type::new(Scalar::Bool, 4);
            let flag = |draft: &mut Draft<'_>, name: &str, asked: bool| {
                (asked && may_carry[at]).then(|| draft.variable(&format!("{name}{number}"), flags))
            };
            codes[at] = Code {
                value: Some(draft.variable(&format!("cc{number}"), Type::VEC4)),
                carry: flag(draft, "carry", ask_carry[at]),
                overflow: flag(draft, "overflow", ask_overflow[at]),
            };
        }
        Codes { codes, residency }
    }
}

/// Whether an instruction may set carry and overflow.
pub(crate) fn carries(instruction: &Instruction) -> bool {
    let sums = matches!(
        instruction.operation,
        Operation::Arithmetic(
            ArithmeticOp::Add
                | ArithmeticOp::Subtract
                | ArithmeticOp::MultiplyAdd
                | ArithmeticOp::SumOfAbsoluteDifference
        )
    );
    sums && !instruction.data_type.is_float()
}
