//! Drivers: what each takes of the assembly languages, and what becomes of a program on one.
//!
//! ```
//! use quadrille::driver::{Driver, DriverVerdict, FailureCause, check_for};
//! use quadrille::Options;
//!
//! let text = "!!ARBvp1.0\nOPTION NV_vertex_program3;\nMOV result.position, vertex.position;\nEND\n";
//! let on_mesa = check_for(text, Driver::Mesa, &Options::of_driver(Driver::Mesa));
//! let DriverVerdict::Fails(cause) = on_mesa.verdict else { panic!("Mesa does not load it") };
//! assert!(matches!(cause, FailureCause::Option(_)));
//! assert_eq!(cause.name(), "NV_vertex_program3");
//! let on_nvidia = check_for(text, Driver::Nvidia, &Options::of_driver(Driver::Nvidia));
//! assert!(on_nvidia.verdict.loads());
//! ```

pub use quadrille_check::driver::{
    DriverVerdict, FailureCause, Loaded as LoadedOnDriver, NativeExcess, OnDriver, check_for,
};
pub use quadrille_isa::gl::driver::{
    DRIVERS, Difference, Driver, DriverRow, Extensions, RefusedForm, Sourced,
};
