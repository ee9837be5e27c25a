//! The id of an instruction, by which everything that happens to it finds its place in the source.

quadrille_base::define_id!(
    /// An instruction of a program.
    InstId
);
