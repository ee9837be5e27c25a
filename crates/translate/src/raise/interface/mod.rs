//! The interface: what the program reads and writes, and what stands for it in the shader. It is found before any
//! instruction is lowered, and nothing changes it after.

pub(crate) mod attributes;
pub(crate) mod buffers;
pub(crate) mod clip;
pub(crate) mod codes;
pub(crate) mod fog;
pub(crate) mod given;
pub(crate) mod images;
pub(crate) mod invocation;
pub(crate) mod kinds;
pub(crate) mod parameters;
pub(crate) mod perspective;
pub(crate) mod primitives;
pub(crate) mod reading;
pub(crate) mod registers;
pub(crate) mod result_variable;
pub(crate) mod results;
pub(crate) mod storages;
pub(crate) mod subroutines;
pub(crate) mod textures;
pub(crate) mod varying;
pub(crate) mod window;

use rustc_hash::FxHashMap;

use self::buffers::Buffers;
use self::images::Images;
use self::kinds::Kinds;
use self::parameters::Parameters;
use self::reading::Reading;
use self::registers::Registers;
use self::results::Results;
use self::storages::Storages;
use crate::raise::draft::Draft;

/// The declared registers and resources of a program.
pub(crate) struct Interface {
    /// The kinds of numbers that registers hold.
    pub(crate) kinds: Kinds,
    /// Parameter buffers.
    pub(crate) buffers: Buffers,
    /// Parameters.
    pub(crate) parameters: Parameters,
    /// By attribute slot; none for slots that nothing reads.
    pub(crate) attributes: Vec<Option<Reading>>,
    /// Results.
    pub(crate) results: Results,
    /// By texture unit: textures.
    pub(crate) units: FxHashMap<u32, u32>,
    /// Storage buffers.
    pub(crate) storages: Storages,
    /// Images.
    pub(crate) images: Images,
    /// Temporaries, address registers and condition codes.
    pub(crate) registers: Registers,
}

impl Interface {
    /// Declares everything that the program reads and writes. What a part needs of another one is its argument.
    pub(crate) fn declare(draft: &mut Draft<'_>) -> Interface {
        parameters::packing(draft);
        let kinds = Kinds::of_program(draft.context);
        let used = parameters::used(draft.context.program);
        let buffers = Buffers::declare(draft, &used);
        let parameters = Parameters::declare(draft, &used, &buffers);
        let mut attributes = attributes::declare(draft, &kinds);
        let results = Results::declare(draft, &kinds);
        given::declare(draft, &mut attributes, &results);
        let units = textures::declare(draft);
        let storages = storages::declare(draft);
        let images = images::declare(draft);
        let registers = Registers::declare(draft, &kinds);
        Interface {
            kinds,
            buffers,
            parameters,
            attributes,
            results,
            units,
            storages,
            images,
            registers,
        }
    }
}
