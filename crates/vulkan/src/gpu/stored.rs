//! Images that shaders read and write: one level each, which comes back after the draw.

use ash::vk;

use super::barrier::{barrier, whole};
use super::job::Stored;
use super::objects::{Objects, Shared};
use crate::error::GpuError;

/// The layout in which shaders read and write.
pub(super) const LAYOUT: vk::ImageLayout = vk::ImageLayout::GENERAL;

const ASPECT: vk::ImageAspectFlags = vk::ImageAspectFlags::COLOR;

/// An image, what goes into it, and where it comes back to.
pub(super) struct Changed {
    image: vk::Image,
    from: vk::Buffer,
    pub(super) to: Shared,
    copy: vk::BufferImageCopy,
    /// Its views, by their binding numbers.
    pub(super) views: Vec<(u32, vk::ImageView)>,
}

impl Objects<'_> {
    pub(super) fn stored(&mut self, stored: &Stored) -> Result<Changed, GpuError> {
        let [width, height, depth] = stored.size;
        let mut flags = vk::ImageCreateFlags::empty();
        if matches!(
            stored.view,
            vk::ImageViewType::CUBE | vk::ImageViewType::CUBE_ARRAY
        ) {
            flags |= vk::ImageCreateFlags::CUBE_COMPATIBLE;
        }
        if stored.views.iter().any(|view| view.format != stored.format) {
            flags |= vk::ImageCreateFlags::MUTABLE_FORMAT;
        }
        let copied = vk::ImageUsageFlags::TRANSFER_SRC | vk::ImageUsageFlags::TRANSFER_DST;
        let extent = vk::Extent3D { width, height, depth };
        let information = vk::ImageCreateInfo::default()
            .flags(flags)
            .image_type(stored.kind)
            .format(stored.format)
            .extent(extent)
            .mip_levels(1)
            .array_layers(stored.layers)
            .samples(vk::SampleCountFlags::TYPE_1)
            .usage(vk::ImageUsageFlags::STORAGE | copied);
        let image = self.image(&information)?;
        let mut views = Vec::new();
        for own in &stored.views {
            let view = vk::ImageViewCreateInfo::default()
                .image(image)
                .view_type(stored.view)
                .format(own.format)
                .subresource_range(whole(ASPECT));
            views.push((own.binding, self.view(&view)?));
        }
        let from = self.filled(vk::BufferUsageFlags::TRANSFER_SRC, &stored.bytes)?;
        let to = self.empty(vk::BufferUsageFlags::TRANSFER_DST, stored.bytes.len())?;
        Ok(Changed {
            image,
            from: from.buffer,
            to,
            copy: vk::BufferImageCopy {
                image_subresource: vk::ImageSubresourceLayers {
                    aspect_mask: ASPECT,
                    layer_count: stored.layers,
                    ..Default::default()
                },
                image_extent: extent,
                ..Default::default()
            },
            views,
        })
    }

    /// Brings an image to the device.
    ///
    /// # Safety
    /// `commands` is being recorded.
    pub(super) unsafe fn bring(&self, commands: vk::CommandBuffer, changed: &Changed) {
        let copied = vk::ImageLayout::TRANSFER_DST_OPTIMAL;
        let device = &self.gpu.device;
        // SAFETY: by the caller; image and buffer live in `self` and are of one size, and the barriers give the image
        // the layouts that the copy and the shaders want.
        unsafe {
            self.turn(commands, changed, vk::ImageLayout::UNDEFINED, copied);
            device.cmd_copy_buffer_to_image(commands, changed.from, changed.image, copied, &[changed.copy]);
            self.turn(commands, changed, copied, LAYOUT);
        }
    }

    /// Brings an image back.
    ///
    /// # Safety
    /// `commands` is being recorded.
    pub(super) unsafe fn fetch(&self, commands: vk::CommandBuffer, changed: &Changed) {
        let copied = vk::ImageLayout::TRANSFER_SRC_OPTIMAL;
        let (device, to) = (&self.gpu.device, changed.to.buffer);
        // SAFETY: as above.
        unsafe {
            self.turn(commands, changed, LAYOUT, copied);
            device.cmd_copy_image_to_buffer(commands, changed.image, copied, to, &[changed.copy]);
        }
    }

    /// # Safety
    /// `commands` is being recorded.
    unsafe fn turn(
        &self,
        commands: vk::CommandBuffer,
        changed: &Changed,
        from: vk::ImageLayout,
        to: vk::ImageLayout,
    ) {
        let barriers = [barrier(changed.image, ASPECT, from, to)];
        let dependency = vk::DependencyInfo::default().image_memory_barriers(&barriers);
        // SAFETY: by the caller; the image lives in `self`.
        unsafe { self.gpu.device.cmd_pipeline_barrier2(commands, &dependency) };
    }
}
