//! What a shader gets and gives, as C reads it: a view of the translation's own reflection, whose JSON is beside it.

use std::ffi::c_char;
use std::ptr;

use quadrille::translate::Reflection as Interface;
use quadrille::translate::reflection::{Buffer, Image, Parameter, Storage, Subroutine, Texture, Variable};

use super::stage::QuadrilleStage;
use super::texts::Texts;

/// An input or an output of a shader.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct QuadrilleVariable {
    /// Its name in the shader, such as "v_texcoord0".
    pub name: *const c_char,
    /// Its type, such as "vec4".
    pub type_name: *const c_char,
    /// What it is in the program, such as "fragment.texcoord[0]".
    pub binding: *const c_char,
    /// The components that are used, such as "xy".
    pub components: *const c_char,
    /// Its location; -1 where the shading language names the variable itself.
    pub location: i32,
}

/// A uniform of a shader, or a member of its block.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct QuadrilleParameter {
    /// Its name in the shader, such as "u_fragment_local".
    pub name: *const c_char,
    /// The type of an element, such as "vec4".
    pub type_name: *const c_char,
    /// The length of an array; 0 for what is none.
    pub length: u32,
    /// Its first byte in a block with the std140 layout, or in push constants.
    pub offset: u32,
    /// What each element is in the program, such as "program.local[1]" or "state.matrix.mvp.row[0]"; NULL for one
    /// that the program does not read.
    pub elements: *const *const c_char,
    /// Length of `elements`; 1 for what is no array.
    pub element_count: usize,
    /// The four components that it has until it is set, which DECLARE of !!FP1.0 gives it; NULL for none.
    pub initial: *const f32,
}

/// A texture of a shader.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct QuadrilleTexture {
    /// Its name in the shader, such as "texture0".
    pub name: *const c_char,
    /// Its target in the program: "1D", "2D", "3D", "CUBE", "RECT", "SHADOW2D" and so on.
    pub target: *const c_char,
    /// The unit that the program reads.
    pub unit: u32,
    /// Its binding number.
    pub binding: u32,
}

/// A program parameter buffer of a shader, a uniform block with the std140 layout.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct QuadrilleBuffer {
    /// Its name in the shader, such as "u_vertex_buffer0".
    pub name: *const c_char,
    /// The type of an element, "vec4" or "uvec4".
    pub type_name: *const c_char,
    /// How many elements it has.
    pub length: u32,
    /// The n of the program's program.buffer[n].
    pub buffer: u32,
    /// Its binding number.
    pub binding: u32,
}

/// A storage buffer of a shader, or a buffer of atomic counters, which is one there: an array of words, as long as the buffer
/// that is bound.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct QuadrilleStorageBuffer {
    /// Its name in the shader, such as "u_fragment_storage0" or "u_fragment_counters0".
    pub name: *const c_char,
    /// The type of a word, "uint" or "int".
    pub type_name: *const c_char,
    /// The n of the program's program.storage[n] or program.counter[n], which all stages share.
    pub buffer: u32,
    /// Its binding number.
    pub binding: u32,
}

/// An image of a shader.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct QuadrilleImage {
    /// Its name in the shader, such as "u_fragment_image0".
    pub name: *const c_char,
    /// Its target in the program: "1D", "2D", "3D", "CUBE", "RECT", "BUFFER" and so on.
    pub target: *const c_char,
    /// The type of a texel, "vec4", "ivec4" or "uvec4".
    pub type_name: *const c_char,
    /// The format to bind the texture's level with, such as "r32ui"; NULL for the texture's own.
    pub format: *const c_char,
    /// "read-only", "write-only" or "read-write".
    pub access: *const c_char,
    /// The image unit of the program.
    pub unit: u32,
    /// Its binding number.
    pub binding: u32,
}

/// A function that a subroutine parameter may choose.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct QuadrilleSubroutine {
    /// The integer uniform that chooses it, such as "u_fragment_subroutine0".
    pub parameter: *const c_char,
    /// The subroutine type.
    pub type_name: *const c_char,
    /// The function's label in the program.
    pub function: *const c_char,
    /// The value of the uniform that chooses it.
    pub number: u32,
}

/// What a shader gets and gives. It comes by a pointer alone, and may gain members at its end.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct QuadrilleReflection {
    /// The stage.
    pub stage: QuadrilleStage,
    /// Attributes, or what the vertex shader hands on.
    pub inputs: *const QuadrilleVariable,
    /// Length of `inputs`.
    pub input_count: usize,
    /// What the shader hands on, or its colours and depth.
    pub outputs: *const QuadrilleVariable,
    /// Length of `outputs`.
    pub output_count: usize,
    /// Uniforms, or the members of the block.
    pub parameters: *const QuadrilleParameter,
    /// Length of `parameters`.
    pub parameter_count: usize,
    /// Textures.
    pub textures: *const QuadrilleTexture,
    /// Length of `textures`.
    pub texture_count: usize,
    /// Program parameter buffers.
    pub buffers: *const QuadrilleBuffer,
    /// Length of `buffers`.
    pub buffer_count: usize,
    /// Storage buffers.
    pub storages: *const QuadrilleStorageBuffer,
    /// Length of `storages`.
    pub storage_count: usize,
    /// Images.
    pub images: *const QuadrilleImage,
    /// Length of `images`.
    pub image_count: usize,
    /// The functions that subroutine parameters may choose.
    pub subroutines: *const QuadrilleSubroutine,
    /// Length of `subroutines`.
    pub subroutine_count: usize,
    /// The GL state that the program reads, such as "state.matrix.mvp.row[0]".
    pub state: *const *const c_char,
    /// Length of `state`.
    pub state_count: usize,
    /// The name of the block; NULL if there is none.
    pub block_name: *const c_char,
    /// Its binding number.
    pub block_binding: u32,
    /// Where parameters end in a block or in push constants: a multiple of 16 bytes.
    pub size: u32,
    /// All of this and more as JSON: extensions, options, and what the program calls its parts.
    pub json: *const c_char,
    /// Buffers of atomic counters: storage buffers whose binding numbers are theirs.
    pub counters: *const QuadrilleStorageBuffer,
    /// Length of `counters`.
    pub counter_count: usize,
}

/// A reflection with what it points to.
pub(crate) struct Reflection {
    view: Box<QuadrilleReflection>,
    _kept: Kept,
}

#[derive(Default)]
struct Kept {
    texts: Texts,
    variables: Vec<Vec<QuadrilleVariable>>,
    parameters: Vec<QuadrilleParameter>,
    initial: Vec<Vec<f32>>,
    textures: Vec<QuadrilleTexture>,
    buffers: Vec<QuadrilleBuffer>,
    storages: Vec<QuadrilleStorageBuffer>,
    counters: Vec<QuadrilleStorageBuffer>,
    images: Vec<QuadrilleImage>,
    subroutines: Vec<QuadrilleSubroutine>,
    names: Vec<Vec<*const c_char>>,
}

impl Reflection {
    /// The view of a reflection.
    pub(crate) fn new(interface: &Interface) -> Result<Reflection, serde_json::Error> {
        let mut kept = Kept::default();
        let (inputs, input_count) = kept.variables(&interface.inputs);
        let (outputs, output_count) = kept.variables(&interface.outputs);
        let state: Vec<Option<&str>> = interface.state.iter().map(|name| Some(name.as_str())).collect();
        let (state, state_count) = kept.names(&state);
        let parameters = interface
            .parameters
            .iter()
            .map(|parameter| kept.parameter(parameter));
        let parameters: Vec<QuadrilleParameter> = parameters.collect();
        let textures = interface.textures.iter().map(|texture| kept.texture(texture));
        let textures: Vec<QuadrilleTexture> = textures.collect();
        let buffers = interface.buffers.iter().map(|buffer| kept.buffer(buffer));
        let buffers: Vec<QuadrilleBuffer> = buffers.collect();
        let storages = interface.storage.iter().map(|storage| kept.storage(storage));
        let storages: Vec<QuadrilleStorageBuffer> = storages.collect();
        let counters = interface.counters.iter().map(|counters| kept.storage(counters));
        let counters: Vec<QuadrilleStorageBuffer> = counters.collect();
        let images = interface.images.iter().map(|image| kept.image(image));
        let images: Vec<QuadrilleImage> = images.collect();
        let subroutines = interface
            .subroutines
            .iter()
            .flat_map(|choice| kept.subroutines(choice));
        let subroutines: Vec<QuadrilleSubroutine> = subroutines.collect();
        let block = interface.block.as_ref();
        let view = Box::new(QuadrilleReflection {
            stage: interface.stage.into(),
            inputs,
            input_count,
            outputs,
            output_count,
            parameters: parameters.as_ptr(),
            parameter_count: parameters.len(),
            textures: textures.as_ptr(),
            texture_count: textures.len(),
            buffers: buffers.as_ptr(),
            buffer_count: buffers.len(),
            storages: storages.as_ptr(),
            storage_count: storages.len(),
            images: images.as_ptr(),
            image_count: images.len(),
            subroutines: subroutines.as_ptr(),
            subroutine_count: subroutines.len(),
            state,
            state_count,
            block_name: kept.texts.keep_some(block.map(|block| block.name.as_str())),
            block_binding: block.map_or(0, |block| block.binding),
            size: interface.size,
            json: kept.texts.keep(&serde_json::to_string_pretty(&interface.json())?),
            counters: counters.as_ptr(),
            counter_count: counters.len(),
        });
        kept.parameters = parameters;
        kept.textures = textures;
        kept.buffers = buffers;
        kept.storages = storages;
        kept.counters = counters;
        kept.images = images;
        kept.subroutines = subroutines;
        Ok(Reflection { view, _kept: kept })
    }

    /// The view; it lives as long as this.
    pub(crate) fn view(&self) -> *const QuadrilleReflection {
        ptr::from_ref(&*self.view)
    }
}

impl Kept {
    fn variables(&mut self, variables: &[Variable]) -> (*const QuadrilleVariable, usize) {
        let made: Vec<QuadrilleVariable> = variables
            .iter()
            .map(|variable| QuadrilleVariable {
                name: self.texts.keep(&variable.name),
                type_name: self.texts.keep(&variable.ty),
                binding: self.texts.keep(&variable.binding),
                components: self.texts.keep(&variable.components),
                location: variable.location.map_or(-1, u32::cast_signed),
            })
            .collect();
        let list = (made.as_ptr(), made.len());
        self.variables.push(made);
        list
    }

    fn names(&mut self, names: &[Option<&str>]) -> (*const *const c_char, usize) {
        let made: Vec<*const c_char> = names.iter().map(|name| self.texts.keep_some(*name)).collect();
        let list = (made.as_ptr(), made.len());
        self.names.push(made);
        list
    }

    fn parameter(&mut self, parameter: &Parameter) -> QuadrilleParameter {
        let elements: Vec<Option<&str>> = parameter.elements.iter().map(Option::as_deref).collect();
        let (elements, element_count) = self.names(&elements);
        QuadrilleParameter {
            name: self.texts.keep(&parameter.name),
            type_name: self.texts.keep(&parameter.ty),
            length: parameter.length.unwrap_or(0),
            offset: parameter.offset,
            elements,
            element_count,
            initial: parameter
                .initial
                .map_or(ptr::null(), |initial| self.initial(initial)),
        }
    }

    fn initial(&mut self, initial: [f32; 4]) -> *const f32 {
        let initial = initial.to_vec();
        let pointer = initial.as_ptr();
        self.initial.push(initial);
        pointer
    }

    fn texture(&mut self, texture: &Texture) -> QuadrilleTexture {
        QuadrilleTexture {
            name: self.texts.keep(&texture.name),
            target: self.texts.keep(texture.target),
            unit: texture.unit,
            binding: texture.binding,
        }
    }

    fn buffer(&mut self, buffer: &Buffer) -> QuadrilleBuffer {
        QuadrilleBuffer {
            name: self.texts.keep(&buffer.name),
            type_name: self.texts.keep(&buffer.ty),
            length: buffer.length,
            buffer: buffer.buffer,
            binding: buffer.binding,
        }
    }

    fn storage(&mut self, storage: &Storage) -> QuadrilleStorageBuffer {
        QuadrilleStorageBuffer {
            name: self.texts.keep(&storage.name),
            type_name: self.texts.keep(&storage.ty),
            buffer: storage.buffer,
            binding: storage.binding,
        }
    }

    fn image(&mut self, image: &Image) -> QuadrilleImage {
        QuadrilleImage {
            name: self.texts.keep(&image.name),
            target: self.texts.keep(image.target),
            type_name: self.texts.keep(&image.ty),
            format: self.texts.keep_some(image.format),
            access: self.texts.keep(image.access),
            unit: image.unit,
            binding: image.binding,
        }
    }

    fn subroutines(&mut self, choice: &Subroutine) -> Vec<QuadrilleSubroutine> {
        let parameter = self.texts.keep(&choice.name);
        let type_name = self.texts.keep(&choice.ty);
        choice
            .functions
            .iter()
            .map(|(function, number)| QuadrilleSubroutine {
                parameter,
                type_name,
                function: self.texts.keep(function),
                number: *number,
            })
            .collect()
    }
}
