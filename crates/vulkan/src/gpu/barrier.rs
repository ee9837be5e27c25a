//! Barriers between the uses of an image.

use ash::vk;

/// A change of an image's layout, with everything before it done and seen by everything after it.
pub(super) fn barrier(
    image: vk::Image,
    aspects: vk::ImageAspectFlags,
    from: vk::ImageLayout,
    to: vk::ImageLayout,
) -> vk::ImageMemoryBarrier2<'static> {
    let all = vk::AccessFlags2::MEMORY_READ | vk::AccessFlags2::MEMORY_WRITE;
    vk::ImageMemoryBarrier2::default()
        .src_stage_mask(vk::PipelineStageFlags2::ALL_COMMANDS)
        .src_access_mask(all)
        .dst_stage_mask(vk::PipelineStageFlags2::ALL_COMMANDS)
        .dst_access_mask(all)
        .old_layout(from)
        .new_layout(to)
        .image(image)
        .subresource_range(whole(aspects))
}

/// All levels and layers of an image.
pub(super) fn whole(aspects: vk::ImageAspectFlags) -> vk::ImageSubresourceRange {
    vk::ImageSubresourceRange::default()
        .aspect_mask(aspects)
        .level_count(vk::REMAINING_MIP_LEVELS)
        .layer_count(vk::REMAINING_ARRAY_LAYERS)
}
