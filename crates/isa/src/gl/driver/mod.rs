//! Drivers: the headers and options that each takes, its limits, and its habits, each fact with its source.
//!
//! What a driver takes follows from the extensions that it advertises: `extension` says which of them brings a header
//! or an option. What it admits beyond the specifications is a dialect, which the checker has.

mod extension;
mod rows;

use std::fmt;

pub use rows::{DRIVERS, Driver, R300};

use super::limit::Limits;
use super::option::ProgramOption;
use super::profile::Profile;

/// A fact with the document, program or measurement that it is from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sourced<T> {
    /// The fact.
    pub fact: T,
    /// Its source.
    pub source: &'static str,
}

/// A row of the table of drivers.
#[derive(Debug)]
pub struct DriverRow {
    /// Which driver.
    pub driver: Driver,
    /// Its name on the command line: `amd-windows`.
    pub name: &'static str,
    /// What it is, in words.
    pub title: &'static str,
    /// The extensions for assembly programs that it advertises.
    pub extensions: Sourced<Extensions>,
    /// The limits by which programs load.
    pub limits: Sourced<Limits>,
    /// The limits of the hardware, where they are known and others: a program beyond them loads, and runs in software
    /// or not at all.
    pub native: Option<Sourced<Limits>>,
    /// Forms that the specifications have and that it does not load.
    pub refused: &'static [Sourced<RefusedForm>],
    /// What it loads, and takes for something else than others do.
    pub differences: &'static [Sourced<Difference>],
}

/// A set of extensions for assembly programs, by their names without `GL_`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extensions {
    /// These.
    Only(&'static [&'static str]),
    /// All but these.
    AllBut(&'static [&'static str]),
}

/// A form of the specifications that a driver does not load.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RefusedForm {
    /// A byte order mark before the header.
    ByteOrderMark,
    /// White space between the dot and the letters of a selector or a mask.
    SpaceAfterDot,
    /// The end of a line, or a comment, between a dot and the word behind it.
    LineAfterDot,
    /// A comment that ends at a carriage return alone.
    CarriageReturnComment,
    /// A variable of a fragment program that is named as a texture target is.
    TargetAsName,
    /// `vertex.weight`, which comes with ARB_vertex_blend.
    VertexWeight,
    /// `state.matrix.modelview[1]` and those behind it, which come with ARB_vertex_blend.
    OtherModelview,
    /// `vertex.matrixindex` and `state.matrix.palette`, which come with ARB_matrix_palette.
    MatrixPalette,
    /// An offset beside an address register beyond -4096 and 4095.
    OffsetBeyond4096,
}

/// What a driver takes for something else than others do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Difference {
    /// `vertex.attrib[3]` and its like are not the conventional attributes of the same number.
    GenericAttributesApart,
    /// What stands behind a carriage return belongs to the comment before it.
    CommentGoesOn,
}

impl Extensions {
    /// Whether an extension is among them.
    pub fn has(self, name: &str) -> bool {
        match self {
            Extensions::Only(names) => names.contains(&name),
            Extensions::AllBut(names) => !names.contains(&name),
        }
    }
}

impl Driver {
    /// Its row.
    pub fn row(self) -> &'static DriverRow {
        &DRIVERS[self as usize]
    }

    /// The driver of a name.
    pub fn of_name(name: &str) -> Option<Driver> {
        DRIVERS.iter().find(|row| row.name == name).map(|row| row.driver)
    }
}

impl fmt::Display for Driver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.row().name)
    }
}

impl DriverRow {
    /// Whether it takes programs with a header.
    pub fn takes_header(&self, profile: &Profile) -> bool {
        self.extensions.fact.has(profile.extension())
    }

    /// Whether it does not load a form that the specifications have.
    pub fn refuses(&self, form: RefusedForm) -> bool {
        self.refused.iter().any(|refused| refused.fact == form)
    }

    /// Whether it takes an option.
    pub fn takes_option(&self, option: ProgramOption) -> bool {
        self.extensions.fact.has(option.extension())
    }
}

impl RefusedForm {
    /// A description, as the end of a sentence that begins with the driver.
    pub const fn doc(self) -> &'static str {
        match self {
            RefusedForm::ByteOrderMark => "takes no byte order mark before the header",
            RefusedForm::SpaceAfterDot => {
                "takes no white space between the dot and the letters of a selector"
            }
            RefusedForm::LineAfterDot => "takes no end of a line and no comment between a dot and a word",
            RefusedForm::CarriageReturnComment => {
                "ends comments at a newline, not at a carriage return alone"
            }
            RefusedForm::TargetAsName => "keeps the names of texture targets for itself",
            RefusedForm::VertexWeight => "has no `vertex.weight`, which comes with ARB_vertex_blend",
            RefusedForm::OtherModelview => "has one modelview matrix; others come with ARB_vertex_blend",
            RefusedForm::MatrixPalette => "has no matrix palette, which comes with ARB_matrix_palette",
            RefusedForm::OffsetBeyond4096 => {
                "takes offsets from -4096 to 4095 beside an address register, and no others"
            }
        }
    }
}

impl Difference {
    /// A description, as the end of a sentence that begins with the driver.
    pub const fn doc(self) -> &'static str {
        match self {
            Difference::GenericAttributesApart => {
                "keeps generic attributes apart from the conventional ones of the same number: they are what VertexAttrib \
                 and its arrays set, and nothing else"
            }
            Difference::CommentGoesOn => {
                "ends comments at a newline, so that what follows the carriage return is a part of the comment there"
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{DRIVERS, Driver};

    #[test]
    fn rows_stand_in_the_order_of_drivers_and_have_sources() {
        for (at, row) in DRIVERS.iter().enumerate() {
            assert_eq!(row.driver as usize, at);
            assert_eq!(Driver::of_name(row.name), Some(row.driver));
            let sources = [row.extensions.source, row.limits.source];
            let native = row.native.iter().map(|native| native.source);
            let refused = row.refused.iter().map(|form| form.source);
            let differences = row.differences.iter().map(|difference| difference.source);
            let mut all = sources
                .into_iter()
                .chain(native)
                .chain(refused)
                .chain(differences);
            assert!(all.all(|source| !source.is_empty()), "{}", row.name);
        }
    }
}
