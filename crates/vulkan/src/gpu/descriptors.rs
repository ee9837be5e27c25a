//! What a set of descriptors holds: binding numbers, and what is bound there.

use ash::vk;

/// Descriptors of one set, each of a binding of its own.
#[derive(Default)]
pub(super) struct Descriptors {
    buffers: Vec<(u32, vk::DescriptorType, vk::DescriptorBufferInfo)>,
    images: Vec<(u32, vk::DescriptorType, vk::DescriptorImageInfo)>,
}

impl Descriptors {
    /// Adds a whole buffer.
    pub(super) fn buffer(&mut self, binding: u32, kind: vk::DescriptorType, buffer: vk::Buffer) {
        let whole = vk::DescriptorBufferInfo::default()
            .buffer(buffer)
            .range(vk::WHOLE_SIZE);
        self.buffers.push((binding, kind, whole));
    }

    /// Adds an image, its sampler, or both.
    pub(super) fn image(&mut self, binding: u32, kind: vk::DescriptorType, image: vk::DescriptorImageInfo) {
        self.images.push((binding, kind, image));
    }

    /// The layout of the set, which all stages see.
    pub(super) fn layout_bindings(&self) -> Vec<vk::DescriptorSetLayoutBinding<'static>> {
        let buffers = self.buffers.iter().map(|(binding, kind, _)| (*binding, *kind));
        let images = self.images.iter().map(|(binding, kind, _)| (*binding, *kind));
        let bindings = buffers.chain(images).map(|(binding, kind)| {
            vk::DescriptorSetLayoutBinding::default()
                .binding(binding)
                .descriptor_type(kind)
                .descriptor_count(1)
                .stage_flags(vk::ShaderStageFlags::ALL)
        });
        bindings.collect()
    }

    /// What fills the set.
    pub(super) fn writes(&self, set: vk::DescriptorSet) -> Vec<vk::WriteDescriptorSet<'_>> {
        let write = |binding: u32, kind: vk::DescriptorType| {
            vk::WriteDescriptorSet::default()
                .dst_set(set)
                .dst_binding(binding)
                .descriptor_type(kind)
        };
        let buffers = self
            .buffers
            .iter()
            .map(|(binding, kind, buffer)| write(*binding, *kind).buffer_info(std::slice::from_ref(buffer)));
        let images = self
            .images
            .iter()
            .map(|(binding, kind, image)| write(*binding, *kind).image_info(std::slice::from_ref(image)));
        buffers.chain(images).collect()
    }
}
