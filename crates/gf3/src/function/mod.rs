//! The functional model: the results of programs, without regard to time.
//!
//! [`execute`] runs one vertex, word by word, as the reference; [`batch`] runs many at once and [`single`] one at
//! speed, and both give the same bits. [`attribute`] turns vertex data into quads, [`track`] keeps matrices in
//! constants, [`state`] runs programs that write constants, [`ancestry`] says what each result is made of, [`graph`]
//! shows it.

pub mod ancestry;
pub mod attribute;
pub mod batch;
mod block;
pub mod constants;
pub mod execute;
pub mod graph;
pub mod single;
pub mod state;
pub mod stream;
pub mod track;

pub use batch::Batch;
pub use constants::{Access, Beyond, Constants};
pub use execute::{BothWriteR1, Options, Outputs, Program, Vertex};
pub use quadrille_isa::nv20::{ilu, mac};
pub use quadrille_numerics::nv20::vector::Quad;
pub use single::Single;
pub use stream::{OutputArrays, Stream};

/// The initial value of an output, and the defaults for an attribute's missing components: `(0, 0, 0, 1)`.
pub const ORIGIN: Quad = [0, 0, 0, quadrille_numerics::nv20::ONE];
