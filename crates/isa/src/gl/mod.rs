//! The tables of the OpenGL assembly languages: headers, opcodes, operations, bindings, options, limits.
//!
//! A row says where a thing exists ([`Availability`]), what shape it has and where that is stated. What an
//! opcode computes is an [`Operation`]; which one depends on the language, and that choice is in the
//! opcode's row too, so that nothing behind the checker ever asks for a language.

pub mod ati;
pub mod atomic;
pub mod availability;
pub mod binding;
pub mod condition;
pub mod driver;
pub mod language;
pub mod limit;
pub mod modifier;
pub mod numeric;
pub mod opcode;
#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "an operation is matched by what sets it apart"
)]
pub mod operation;
pub mod option;
pub mod profile;
pub mod register;
pub mod reserved;
pub mod statement;
pub mod storage;
pub mod target;
pub mod texture;

pub use atomic::{AtomicOperation, CounterOperation};
pub use availability::{Availability, Features};
pub use binding::{Binding, Family, Role};
pub use condition::{Condition, Flags, Test};
pub use driver::{Driver, DriverRow};
pub use language::{LanguageSet, Stage, StageSet};
pub use limit::{Limit, Limits, Resource};
pub use modifier::{BaseType, ModifierKind, ModifierRow};
pub use numeric::{Clamp, DataType, NumericEnvironment};
pub use opcode::{Columns, Opcode, OpcodeRow, OperandShape, ResultShape};
pub use operation::Operation;
pub use option::ProgramOption;
pub use profile::Profile;
pub use storage::Storage;
pub use target::TextureTarget;
