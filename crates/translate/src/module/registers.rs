//! Registers of Direct3D 11 and indices of Metal: each stage has buffers, textures and samplers of its own, numbered from
//! 0. For Direct3D the library has samplers in heaps, which only Direct3D 12 can bind; here each becomes a sampler with a register.

use naga::ResourceBinding;
use naga::back::{hlsl, msl};

use crate::form::Shader;
use crate::options::{BLOCKS, IMAGES, METAL_SIZES, Options, SAMPLERS};

/// The array from which the library takes samplers, before the number of one.
const HEAP_OF_SAMPLERS: &str = "nagaGroup0SamplerIndexArray[";

/// The first binding of storage buffers in a module, in which all are counted together.
const STORAGES: u32 = 768;

/// A kind of resource that has numbers of its own.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Buffer,
    Storage,
    Texture,
    Sampler,
    Image,
}

/// What each binding of a module is to be, and with which number.
pub(super) struct Numbers(Vec<(u32, Kind, u32)>);

/// Gives resources the numbers of a module, in which all are counted together, and tells which number each has.
pub(super) fn renumber(shader: &mut Shader, options: &mut Options) -> Numbers {
    let mut numbers = vec![(BLOCKS, Kind::Buffer, options.block_binding(shader.stage))];
    options.block_bindings[shader.stage as usize] = Some(BLOCKS);
    for (buffer, binding) in shader.buffers.iter_mut().zip(BLOCKS + 2..) {
        numbers.push((binding, Kind::Buffer, buffer.binding));
        buffer.binding = binding;
    }
    for (storage, binding) in shader.storages.iter_mut().zip(STORAGES..) {
        numbers.push((binding, Kind::Storage, storage.binding));
        storage.binding = binding;
    }
    for (image, binding) in shader.images.iter_mut().zip(IMAGES..) {
        numbers.push((binding, Kind::Image, image.binding));
        image.binding = binding;
    }
    for (texture, binding) in shader.textures.iter_mut().zip(0..) {
        numbers.push((binding, Kind::Texture, texture.binding));
        numbers.push((binding + SAMPLERS, Kind::Sampler, texture.binding));
        texture.binding = binding;
    }
    Numbers(numbers)
}

impl Numbers {
    /// As registers of Direct3D.
    pub(super) fn of_direct3d(&self) -> hlsl::BindingMap {
        let target = |number| hlsl::BindTarget {
            register: number,
            ..hlsl::BindTarget::default()
        };
        let numbers = self.0.iter();
        numbers
            .map(|(binding, _, number)| (place(*binding), target(*number)))
            .collect()
    }

    /// As indices of Metal's buffers, textures and samplers.
    pub(super) fn of_metal(&self) -> msl::EntryPointResources {
        let target = |kind, number| {
            let number = Some(u8::try_from(number).unwrap_or(u8::MAX));
            msl::BindTarget {
                buffer: number.filter(|_| matches!(kind, Kind::Buffer | Kind::Storage)),
                texture: number.filter(|_| matches!(kind, Kind::Texture | Kind::Image)),
                sampler: number
                    .filter(|_| kind == Kind::Sampler)
                    .map(msl::BindSamplerTarget::Resource),
                external_texture: None,
                mutable: matches!(kind, Kind::Image | Kind::Storage),
            }
        };
        let numbers = self.0.iter();
        let resources = numbers.map(|(binding, kind, number)| (place(*binding), target(*kind, *number)));
        msl::EntryPointResources {
            resources: resources.collect(),
            sizes_buffer: u8::try_from(METAL_SIZES).ok(),
            ..Default::default()
        }
    }
}

const fn place(binding: u32) -> ResourceBinding {
    ResourceBinding { group: 0, binding }
}

/// The text with samplers in registers; none if a heap is used in another way.
pub(super) fn without_heaps(text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        let is_heap = line.contains("SamplerHeap[2048]") || line.contains("SamplerIndexArray : register");
        if is_heap {
            continue;
        }
        match line.split_once(HEAP_OF_SAMPLERS) {
            None => out.push_str(line),
            Some((before, number)) => {
                let declared = before.strip_prefix("static const ")?.split_once(" = ")?.0;
                let number = number.split_once(']')?.0;
                out.push_str(&format!("{declared} : register(s{number});"));
            }
        }
        out.push('\n');
    }
    (!out.contains("SamplerHeap")).then_some(out)
}
