//! The memory that an evaluation gives a program: test buffers on every kind of binding point, and test images.

use std::sync::Arc;

use quadrille_engine::Memory;
use quadrille_engine::memory::{Binding, ImageBinding};
use quadrille_isa::gl::{Limits, Stage, Storage, TextureTarget};
use quadrille_memory::{Access as Allowed, Buffer};
use quadrille_pipeline::Bindings;
use quadrille_program::{Access, Layout, Program};
use quadrille_texture::{Access as TextureAccess, Extent, Format, ImageUnit, LayerAxis};

/// Bytes of a test buffer.
const BYTES: u64 = 256;

/// Binding points that have a test buffer.
const POINTS: usize = 4;

/// GPU addresses of test buffers, and how they are resident.
const ADDRESSES: [(u64, Allowed); 3] = [
    (0x1_0000, Allowed::ReadWrite),
    (0x1_1000, Allowed::ReadOnly),
    (0x1_2000, Allowed::WriteOnly),
];

/// Texels of a test image along each axis, its layers and the samples of its texels.
const TEXELS: u32 = 4;

/// Parameter buffers and storage buffers on the binding points 0 to 3, a counter buffer of zeros on 0, buffers at
/// three GPU addresses, an image on each unit that the program accesses and one with the first handle of an image,
/// and shared memory. The bytes of all but the counters and shared memory count from 0, modulo 256.
///
/// An image has the target of the first instruction that accesses it, and a format that matches its storage modifier.
#[derive(Debug)]
pub struct TestMemory {
    stage: Stage,
    bindings: Bindings,
    shared: Option<Buffer>,
}

impl TestMemory {
    /// New memory for a run of a program.
    pub fn new(program: &Program) -> TestMemory {
        let stage = program.profile().stage;
        let mut bindings = Bindings::new(Limits::DESKTOP);
        let points = || (0..POINTS).map(|_| Some(Binding::whole(counting(BYTES))));
        *bindings.parameters_mut(stage) = points().collect();
        bindings.storage = points().collect();
        let zeros = Buffer::from_bytes(&[0; BYTES as usize]);
        bindings.counters = vec![Some(Binding::whole(Arc::new(zeros)))];
        for (address, access) in ADDRESSES {
            bindings.global.place_at(address, counting(BYTES));
            bindings.global.set_access(address, Some(access));
        }
        let mut handled = None;
        for instruction in program.instructions().iter() {
            let Access::Memory(access) = &instruction.access else {
                continue;
            };
            let Some(target) = access.target else { continue };
            let image = || image(target, access.storage);
            if access.handle.is_some() {
                handled.get_or_insert_with(image);
                continue;
            }
            let length = access.index.as_ref().map_or(1, |index| index.length);
            let units = access.binding
                ..access
                    .binding
                    .saturating_add(length)
                    .min(Limits::DESKTOP.image_units);
            for unit in units.map(|unit| unit as usize) {
                bindings
                    .images
                    .resize_with(bindings.images.len().max(unit + 1), || None);
                bindings.images[unit].get_or_insert_with(image);
            }
        }
        bindings.image_handles.extend(handled);
        let shared = match program.layout() {
            Layout::Compute { shared_bytes, .. } => Buffer::new(u64::from(*shared_bytes)).ok(),
            _ => None,
        };
        TestMemory {
            stage,
            bindings,
            shared,
        }
    }

    /// The memory as the program sees it.
    pub fn view(&self) -> Memory<'_> {
        self.bindings.memory(self.stage, self.shared.as_ref())
    }

    /// All bytes that it holds, buffer by buffer and image by image.
    pub fn bytes(&self) -> Vec<Vec<u8>> {
        let Memory {
            parameters,
            storage,
            counters,
            images,
            image_handles,
            ..
        } = self.view();
        let bindings = [parameters, storage, counters]
            .into_iter()
            .flatten()
            .flatten()
            .map(|binding| &*binding.buffer);
        let images = images
            .iter()
            .flatten()
            .chain(image_handles)
            .map(|image| &*image.texels);
        let global = self
            .bindings
            .global
            .buffers()
            .map(|(_, resident)| &*resident.buffer);
        bindings
            .chain(images)
            .chain(global)
            .chain(&self.shared)
            .map(Buffer::to_bytes)
            .collect()
    }
}

/// A buffer whose bytes count from 0, modulo 256.
fn counting(bytes: u64) -> Arc<Buffer> {
    Arc::new(Buffer::from_bytes(
        &(0..bytes).map(|byte| byte as u8).collect::<Vec<u8>>(),
    ))
}

/// An image that accesses with a target and a storage modifier reach; formatted ones find four components of 8 bits.
fn image(target: TextureTarget, storage: Option<Storage>) -> ImageBinding {
    let target = TextureAccess::of(target).target;
    let format = match storage.map(Storage::size) {
        None => Format::Rgba8,
        Some(1) => Format::R8Ui,
        Some(2) => Format::R16Ui,
        Some(8) => Format::Rg32Ui,
        Some(16) => Format::Rgba32Ui,
        Some(_) => Format::R32Ui,
    };
    let row = target.row();
    let along = |exists: bool| if exists { TEXELS } else { 1 };
    let height = along(row.dimensions > 1 || row.layers == LayerAxis::Height);
    let depth = match row.layers {
        LayerAxis::Depth if row.cube => 2 * row.faces,
        LayerAxis::Depth => TEXELS,
        LayerAxis::Height | LayerAxis::None => along(row.dimensions > 2),
    };
    let unit = ImageUnit::layered(
        target,
        Extent::new(TEXELS, height, depth),
        along(row.is_multisample()),
        format,
        format,
    );
    let bytes = unit.range().end;
    ImageBinding {
        unit,
        texels: counting(bytes),
        access: Allowed::ReadWrite,
    }
}
