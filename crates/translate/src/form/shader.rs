//! A shader as a whole.

use std::collections::BTreeSet;

use quadrille_base::IndexVec;
use quadrille_isa::gl::{ProgramOption, Stage};
use quadrille_program::{InstId, Layout, Program};

use super::expression::{Expression, Root};
use super::id::{FunctionId, SubroutineId};
use super::image::Image;
use super::resource::{
    Buffer, Input, Output, Parameter, SharedMemory, StorageBuffer, SubroutineParameter, Texture,
};
use super::stage::block_name;
use super::statement::Block;
use super::types::{Scalar, Type};
use crate::target::Feature;

/// One shader.
#[derive(Clone, PartialEq, Debug)]
pub struct Shader {
    /// The stage.
    pub stage: Stage,
    /// What its stage takes and gives as a whole: sizes of work groups, primitives, patches.
    pub layout: Layout,
    /// The header of the program that it comes from.
    pub header: &'static str,
    /// The text that the program was read from, where comments are kept.
    pub listing: Option<Listing>,
    /// Comments from before the first instruction, without marks, one a line.
    pub preamble: Vec<String>,
    /// Comments from behind the last instruction, without marks, one a line.
    pub closing: Vec<String>,
    /// The inputs of each invocation.
    pub inputs: Vec<Input>,
    /// The outputs of each invocation.
    pub outputs: Vec<Output>,
    /// The parameters that the draw sets: arrays and single vectors.
    pub parameters: Vec<Parameter>,
    /// The byte at which the parameters begin, where they are push constants.
    pub parameters_at: u32,
    /// Program parameter buffers.
    pub buffers: Vec<Buffer>,
    /// Storage buffers.
    pub storages: Vec<StorageBuffer>,
    /// The memory that a work group shares.
    pub shared: Option<SharedMemory>,
    /// The types of words at GPU addresses, as those of a [`StorageBuffer`]: at most one of 32 bits and one of 64.
    pub addressed: Vec<Scalar>,
    /// Parameters that choose what an indirect call goes to.
    pub subroutines: Vec<SubroutineParameter>,
    /// Images whose texels are read and written.
    pub images: Vec<Image>,
    /// Textures that are sampled.
    pub textures: Vec<Texture>,
    /// Constants that have a name.
    pub constants: Vec<Constant>,
    /// Variables of the program.
    pub variables: Vec<Variable>,
    /// Whether functions besides the entry use variables, so that these cannot be the entry's own.
    pub shared_variables: bool,
    /// Names that the program gave to inputs, outputs and parameters.
    pub aliases: Vec<Alias>,
    /// Functions that the translation brings, called in expressions; each before those that call it.
    pub library: Vec<Function>,
    /// Subroutines of the program, without arguments and results, each before those that call it; the last is
    /// the entry, `main`.
    pub functions: Vec<Function>,
    /// The features used that not every target has; a printer asks for the extensions that these need.
    pub features: BTreeSet<Feature>,
    /// Options of the program.
    pub options: Vec<ProgramOption>,
    /// Whether positions have to be those of other shaders that compute them alike.
    pub invariant_position: bool,
}

/// The text of a program, for targets whose shaders carry it along.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listing {
    /// The text.
    pub text: String,
    /// The line of each instruction, counted from 1.
    pub lines: IndexVec<InstId, u32>,
}

/// A function.
#[derive(Clone, PartialEq, Debug)]
pub struct Function {
    /// Its name. Functions of one name differ in the widths of their arguments.
    pub name: String,
    /// Its purpose in a phrase; empty for those of the program.
    pub doc: String,
    /// Names and types of its arguments.
    pub arguments: Vec<(String, Type)>,
    /// Names and types of its own variables. Each is first written as a whole, outside any inner block.
    pub locals: Vec<(String, Type)>,
    /// The type of its result.
    pub result: Option<Type>,
    /// Its statements.
    pub body: Block,
}

/// A constant with a name.
#[derive(Clone, PartialEq, Debug)]
pub struct Constant {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// The bits of its components.
    pub value: [u32; 4],
}

/// A variable of the program.
#[derive(Clone, PartialEq, Debug)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// The type of one element.
    pub ty: Type,
    /// The number of elements of an array.
    pub length: Option<u32>,
    /// The initial value; `None` where everything is written before it is read.
    pub initial: Option<Expression>,
}

/// A name that the program gave to something of its interface.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Alias {
    /// The name.
    pub name: String,
    /// The list entry that it names.
    pub root: Root,
    /// Which element.
    pub index: Option<u32>,
}

/// Which fragments wait for each other in a section that they enter one after another (NV_fragment_shader_interlock).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Interlock {
    /// Those of a pixel, in the order of primitives.
    PixelOrdered,
    /// Those of a pixel, in any order.
    PixelUnordered,
    /// Those that cover a sample, in the order of primitives.
    SampleOrdered,
    /// Those that cover a sample, in any order.
    SampleUnordered,
}

impl Shader {
    /// Which fragments wait for each other; none where the program has no such section.
    pub fn interlock(&self) -> Option<Interlock> {
        let rows = [
            (ProgramOption::NvPixelInterlockOrdered, Interlock::PixelOrdered),
            (
                ProgramOption::NvPixelInterlockUnordered,
                Interlock::PixelUnordered,
            ),
            (ProgramOption::NvSampleInterlockOrdered, Interlock::SampleOrdered),
            (
                ProgramOption::NvSampleInterlockUnordered,
                Interlock::SampleUnordered,
            ),
        ];
        let found = rows.into_iter().find(|(option, _)| self.options.contains(option));
        found
            .map(|(_, interlock)| interlock)
            .filter(|_| self.features.contains(&Feature::FragmentInterlock))
    }

    /// What there is to say of a program that stays one: its stage and where it comes from.
    pub fn assembly(program: &Program) -> Shader {
        Shader {
            stage: program.profile().stage,
            layout: program.layout().clone(),
            header: program.profile().header,
            listing: None,
            preamble: Vec::new(),
            closing: Vec::new(),
            inputs: Vec::new(),
            outputs: Vec::new(),
            parameters: Vec::new(),
            parameters_at: 0,
            buffers: Vec::new(),
            storages: Vec::new(),
            shared: None,
            addressed: Vec::new(),
            subroutines: Vec::new(),
            images: Vec::new(),
            textures: Vec::new(),
            constants: Vec::new(),
            variables: Vec::new(),
            shared_variables: false,
            aliases: Vec::new(),
            library: Vec::new(),
            functions: Vec::new(),
            features: BTreeSet::new(),
            options: program.features().options.iter().collect(),
            invariant_position: program.features().options.position_invariant(),
        }
    }

    /// The name of the uniform block of one of its buffers.
    pub fn block_of(&self, buffer: &Buffer) -> String {
        block_name(self.stage, buffer.number)
    }

    /// A function of the library.
    pub fn function(&self, id: FunctionId) -> &Function {
        &self.library[id.0 as usize]
    }

    /// A subroutine.
    pub fn subroutine(&self, id: SubroutineId) -> &Function {
        &self.functions[id.0 as usize]
    }
}
