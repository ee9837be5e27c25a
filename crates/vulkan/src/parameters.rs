//! Parameters: the uniform blocks of the shaders, filled from the state, and their storage buffers.

use quadrille_translate::reflect;
use quadrille_translated::{Side, Storage, Translated};

use crate::gpu::Block;

/// The blocks of both shaders, for a framebuffer of this height: parameters, and program parameter buffers.
pub(crate) fn blocks(translated: &Translated<'_>, height: u32) -> Vec<Block> {
    let mut blocks = Vec::new();
    for side in translated.sides() {
        // A shader without parameters has no block of them.
        if !side.shader.parameters.is_empty() {
            blocks.push(Block {
                binding: translated.options.block_binding(side.stage),
                bytes: bytes(&side, height),
            });
        }
        blocks.extend(side.shader.buffers.iter().map(|buffer| Block {
            binding: buffer.binding,
            bytes: bytemuck::cast_slice(&side.vectors(buffer)).to_vec(),
        }));
    }
    blocks
}

fn bytes(side: &Side<'_>, height: u32) -> Vec<u8> {
    let (offsets, size) = reflect::offsets(side.shader);
    let mut bytes = vec![0; size as usize];
    for (parameter, offset) in side.shader.parameters.iter().zip(offsets) {
        let elements = side.elements(parameter, height);
        for (at, vector) in elements.iter().enumerate() {
            let start = offset as usize + 16 * at;
            let components = bytemuck::bytes_of(vector.as_ref().unwrap_or(&[0.0; 4]));
            let length = 4 * usize::from(parameter.ty.width);
            bytes[start..start + length].copy_from_slice(&components[..length]);
        }
    }
    bytes
}

/// The storage buffers as they are.
pub(crate) fn storages(storages: &[Storage]) -> Vec<Block> {
    let block = |storage: &Storage| Block {
        binding: storage.binding,
        bytes: bytemuck::cast_slice(&storage.words).to_vec(),
    };
    storages.iter().map(block).collect()
}
