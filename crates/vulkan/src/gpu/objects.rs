//! Handles that end together: what was made for one draw, destroyed when it is over.

use std::sync::atomic::Ordering;

use ash::vk;

use super::device::{Gpu, call};
use crate::error::GpuError;

/// The Vulkan objects of one draw, in the order of their creation.
pub(super) struct Objects<'a> {
    pub(super) gpu: &'a Gpu,
    made: Vec<Object>,
}

/// A handle that has to be given back.
enum Object {
    Buffer(vk::Buffer),
    Commands(vk::CommandPool),
    Descriptors(vk::DescriptorPool),
    Fence(vk::Fence),
    Image(vk::Image),
    Memory(vk::DeviceMemory),
    Module(vk::ShaderModule),
    Pipeline(vk::Pipeline),
    PipelineLayout(vk::PipelineLayout),
    Sampler(vk::Sampler),
    SetLayout(vk::DescriptorSetLayout),
    View(vk::ImageView),
}

/// A buffer that this side can see.
pub(super) struct Shared {
    pub(super) buffer: vk::Buffer,
    memory: vk::DeviceMemory,
    size: usize,
}

macro_rules! made_by {
    ($($method:ident $create:ident $information:ident $handle:ident $object:ident $what:literal;)*) => {
        impl Objects<'_> {
            $(
                /// Makes one. The information has to be valid, and what it points at alive.
                pub(super) fn $method(&mut self, information: &vk::$information<'_>) -> Result<vk::$handle, GpuError> {
                    // SAFETY: this module builds the information from what the device said that it can, of
                    // handles that live in `self`.
                    let made = unsafe { self.gpu.device.$create(information, None) }.map_err(call($what))?;
                    self.made.push(Object::$object(made));
                    Ok(made)
                }
            )*
        }
    };
}

made_by! {
    commands create_command_pool CommandPoolCreateInfo CommandPool Commands "keep commands";
    descriptors_pool create_descriptor_pool DescriptorPoolCreateInfo DescriptorPool Descriptors "keep descriptors";
    fence create_fence FenceCreateInfo Fence Fence "make a fence";
    module create_shader_module ShaderModuleCreateInfo ShaderModule Module "take the shader";
    pipeline_layout create_pipeline_layout PipelineLayoutCreateInfo PipelineLayout PipelineLayout "lay out the pipeline";
    sampler create_sampler SamplerCreateInfo Sampler Sampler "make the sampler";
    set_layout create_descriptor_set_layout DescriptorSetLayoutCreateInfo DescriptorSetLayout SetLayout "lay out the descriptors";
    view create_image_view ImageViewCreateInfo ImageView View "view the image";
}

impl<'a> Objects<'a> {
    pub(super) fn new(gpu: &'a Gpu) -> Objects<'a> {
        Objects {
            gpu,
            made: Vec::new(),
        }
    }

    /// An image in the device's own memory.
    pub(super) fn image(&mut self, information: &vk::ImageCreateInfo<'_>) -> Result<vk::Image, GpuError> {
        let device = &self.gpu.device;
        // SAFETY: as for the others; the image is bound once, to memory of its own.
        let image = unsafe { device.create_image(information, None) }.map_err(call("make the image"))?;
        self.made.push(Object::Image(image));
        // SAFETY: the image is the one just made.
        let needs = unsafe { device.get_image_memory_requirements(image) };
        let memory = self.allocate(needs, vk::MemoryPropertyFlags::empty())?;
        // SAFETY: as above.
        unsafe { self.gpu.device.bind_image_memory(image, memory, 0) }.map_err(call("keep the image"))?;
        Ok(image)
    }

    /// A buffer that holds these bytes.
    pub(super) fn filled(&mut self, usage: vk::BufferUsageFlags, bytes: &[u8]) -> Result<Shared, GpuError> {
        let shared = self.empty(usage, bytes.len())?;
        self.map(&shared, |room| room.copy_from_slice(bytes))?;
        Ok(shared)
    }

    /// A buffer of so many bytes that this side can read and write.
    pub(super) fn empty(&mut self, usage: vk::BufferUsageFlags, size: usize) -> Result<Shared, GpuError> {
        let information = vk::BufferCreateInfo::default()
            .size(size.max(4) as u64)
            .usage(usage);
        let device = &self.gpu.device;
        // SAFETY: the information is complete; the buffer is bound once, to memory of its own.
        let buffer = unsafe { device.create_buffer(&information, None) }.map_err(call("make the buffer"))?;
        self.made.push(Object::Buffer(buffer));
        // SAFETY: the buffer is the one just made.
        let needs = unsafe { device.get_buffer_memory_requirements(buffer) };
        let shared = vk::MemoryPropertyFlags::HOST_VISIBLE | vk::MemoryPropertyFlags::HOST_COHERENT;
        let memory = self.allocate(needs, shared)?;
        // SAFETY: as above.
        unsafe { self.gpu.device.bind_buffer_memory(buffer, memory, 0) }.map_err(call("keep the buffer"))?;
        Ok(Shared { buffer, memory, size })
    }

    /// The bytes of a buffer that the device is done with.
    pub(super) fn read(&self, shared: &Shared) -> Result<Vec<u8>, GpuError> {
        let mut bytes = Vec::new();
        self.map(shared, |room| bytes.extend_from_slice(room))?;
        Ok(bytes)
    }

    fn map(&self, shared: &Shared, use_it: impl FnOnce(&mut [u8])) -> Result<(), GpuError> {
        if shared.size == 0 {
            return Ok(());
        }
        let device = &self.gpu.device;
        // SAFETY: the memory is coherent and visible, at least `size` bytes, mapped nowhere else, and the device
        // is not at it: it works only inside `run`. Bytes of fresh memory are of no value but are bytes.
        unsafe {
            let start = device
                .map_memory(shared.memory, 0, shared.size as u64, vk::MemoryMapFlags::empty())
                .map_err(call("share memory"))?;
            use_it(std::slice::from_raw_parts_mut(start.cast(), shared.size));
            device.unmap_memory(shared.memory);
        }
        Ok(())
    }

    fn allocate(
        &mut self,
        needs: vk::MemoryRequirements,
        wanted: vk::MemoryPropertyFlags,
    ) -> Result<vk::DeviceMemory, GpuError> {
        let types = &self.gpu.memory.memory_types[..self.gpu.memory.memory_type_count as usize];
        let fits = |(at, kind): &(usize, &vk::MemoryType)| {
            needs.memory_type_bits >> at & 1 != 0 && kind.property_flags.contains(wanted)
        };
        let (at, _) = types.iter().enumerate().find(fits).ok_or(GpuError::Memory)?;
        let information = vk::MemoryAllocateInfo::default()
            .allocation_size(needs.size)
            .memory_type_index(at as u32);
        // SAFETY: the type is one of the device's.
        let memory =
            unsafe { self.gpu.device.allocate_memory(&information, None) }.map_err(call("find memory"))?;
        self.made.push(Object::Memory(memory));
        Ok(memory)
    }

    /// Takes a pipeline over.
    pub(super) fn keep(&mut self, pipeline: vk::Pipeline) {
        self.made.push(Object::Pipeline(pipeline));
    }
}

impl Drop for Objects<'_> {
    fn drop(&mut self) {
        if self.gpu.lost.load(Ordering::Relaxed) {
            return;
        }
        let device = &self.gpu.device;
        for object in self.made.drain(..).rev() {
            // SAFETY: the handle is our own, and the device is done with it: `run` waits for the end of its work.
            unsafe {
                match object {
                    Object::Buffer(it) => device.destroy_buffer(it, None),
                    Object::Commands(it) => device.destroy_command_pool(it, None),
                    Object::Descriptors(it) => device.destroy_descriptor_pool(it, None),
                    Object::Fence(it) => device.destroy_fence(it, None),
                    Object::Image(it) => device.destroy_image(it, None),
                    Object::Memory(it) => device.free_memory(it, None),
                    Object::Module(it) => device.destroy_shader_module(it, None),
                    Object::Pipeline(it) => device.destroy_pipeline(it, None),
                    Object::PipelineLayout(it) => device.destroy_pipeline_layout(it, None),
                    Object::Sampler(it) => device.destroy_sampler(it, None),
                    Object::SetLayout(it) => device.destroy_descriptor_set_layout(it, None),
                    Object::View(it) => device.destroy_image_view(it, None),
                }
            }
        }
    }
}
