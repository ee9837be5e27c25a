//! Binding numbers: no two resources of a shader share one where their numbers are counted together.

use crate::form::Shader;
use crate::options::{Options, SAMPLERS};
use crate::reflect::reflection;
use crate::refusal::Reason;
use crate::target::Target;

/// A row of binding numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Row {
    /// Of all resources.
    All,
    Textures,
    Images,
    /// The block of parameters, and program parameter buffers.
    Uniforms,
    /// Storage buffers, and buffers of atomic counters.
    Storage,
}

impl Row {
    /// The row of a target that has the numbers of this one.
    fn of(self, target: Target) -> Row {
        match (self, target) {
            _ if target.is_vulkan() && !target.numbers_by_kind() => Row::All,
            (Row::Images, Target::Msl) => Row::Textures,
            (Row::Storage, Target::Msl) => Row::Uniforms,
            // Unordered access views.
            (Row::Images, Target::Hlsl) => Row::Storage,
            (row, _) => row,
        }
    }
}

/// Why the binding numbers of a shader cannot be, if they cannot.
pub(crate) fn clash(shader: &Shader, options: &Options) -> Option<Reason> {
    let target = options.target;
    let mut filtered = shader.textures.iter().filter(|texture| texture.is_filtered());
    if target.is_vulkan()
        && let Some(texture) = filtered.find(|texture| texture.binding.checked_add(SAMPLERS).is_none())
    {
        return Some(Reason::SamplerBinding(texture.binding));
    }
    let all = reflection(shader, options);
    // Rows, numbers, and what has them.
    let mut taken: Vec<(Row, u32, String)> = Vec::new();
    let mut take = |row: Row, number: u32, what: String| taken.push((row.of(target), number, what));
    for texture in &all.textures {
        take(
            Row::Textures,
            texture.binding,
            format!("texture {}", texture.unit),
        );
        // Elsewhere samplers have a row of their own, and the numbers of their textures.
        if let (Some(sampler), Row::All) = (texture.sampler, Row::Textures.of(target)) {
            take(Row::All, sampler, format!("sampler {}", texture.unit));
        }
    }
    if let Some(block) = &all.block {
        take(Row::Uniforms, block.binding, "parameters".to_owned());
    }
    for buffer in &all.buffers {
        take(Row::Uniforms, buffer.binding, format!("buffer {}", buffer.buffer));
    }
    for buffer in &all.storage {
        take(Row::Storage, buffer.binding, format!("storage {}", buffer.buffer));
    }
    for buffer in &all.counters {
        take(
            Row::Storage,
            buffer.binding,
            format!("counters {}", buffer.buffer),
        );
    }
    for image in &all.images {
        take(Row::Images, image.binding, format!("image {}", image.unit));
    }
    taken.sort();
    taken.dedup();
    let shared = taken
        .windows(2)
        .find(|pair| (pair[0].0, pair[0].1) == (pair[1].0, pair[1].1));
    shared.map(|pair| Reason::SharedBinding(pair[0].1))
}
