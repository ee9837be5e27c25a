//! Registers of Direct3D 11: each stage has constant buffers, textures and samplers of its own, numbered from 0. The library
//! has samplers in heaps, which only Direct3D 12 can bind; here each becomes a sampler with a register.

use naga::ResourceBinding;
use naga::back::hlsl::{BindTarget, BindingMap};

use crate::form::Shader;
use crate::options::{BLOCKS, IMAGES, Options, SAMPLERS};

/// The array from which the library takes samplers, before the number of one.
const HEAP_OF_SAMPLERS: &str = "nagaGroup0SamplerIndexArray[";

/// Gives resources the numbers of a module, in which all are counted together, and tells which register each has.
pub(super) fn renumber(shader: &mut Shader, options: &mut Options) -> BindingMap {
    let mut map = BindingMap::default();
    let mut bind = |binding, register| {
        let target = BindTarget {
            register,
            ..BindTarget::default()
        };
        map.insert(ResourceBinding { group: 0, binding }, target);
    };
    bind(BLOCKS, options.block_binding(shader.stage));
    options.block_bindings = [BLOCKS; 2];
    for (buffer, binding) in shader.buffers.iter_mut().zip(BLOCKS + 2..) {
        bind(binding, buffer.binding);
        buffer.binding = binding;
    }
    for (image, binding) in shader.images.iter_mut().zip(IMAGES..) {
        bind(binding, image.binding);
        image.binding = binding;
    }
    for (texture, binding) in shader.textures.iter_mut().zip(0..) {
        bind(binding, texture.binding);
        bind(binding + SAMPLERS, texture.binding);
        texture.binding = binding;
    }
    map
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
