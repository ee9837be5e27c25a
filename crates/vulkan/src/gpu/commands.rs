//! The commands of a job, written down, handed over, and waited for.

use std::sync::atomic::Ordering;

use ash::vk;

use super::barrier::barrier;
use super::device::call;
use super::job::Job;
use super::objects::{Objects, Shared};
use super::pipeline::Pipeline;
use super::resources::{BoundResources, RenderTarget, Resources};
use crate::error::GpuError;

/// The time limit of a draw in nanoseconds, after which the device is given up.
const PATIENCE: u64 = 60_000_000_000;

impl Objects<'_> {
    /// Draws: buffers with the pixels of each attachment, depth and stencil apart, come back.
    pub(super) fn run(
        &mut self,
        job: &Job<'_>,
        resources: &Resources,
        pipeline: &Pipeline,
    ) -> Result<Vec<Shared>, GpuError> {
        let targets: Vec<&RenderTarget> = resources.colors.iter().chain(&resources.depth).collect();
        let mut readers = Vec::new();
        for (_, _, size) in targets.iter().flat_map(|target| &target.contents) {
            readers.push(self.empty(vk::BufferUsageFlags::TRANSFER_DST, *size)?);
        }
        self.submit(|objects, commands| {
            // SAFETY: commands are being recorded, with objects that live in `objects`; images are copied to and from
            // buffers of their size in the layouts that barriers gave them.
            unsafe {
                objects.bring_textures(commands, &resources.bound);
                objects.upload(commands, job, &targets);
                objects.render(commands, job, resources, pipeline);
                for changed in &resources.bound.images {
                    objects.fetch(commands, changed);
                }
                objects.download(commands, job, &targets, &readers);
                objects.show(commands);
            }
        })?;
        Ok(readers)
    }

    /// Records commands, hands them over and waits for them.
    pub(super) fn submit(&mut self, record: impl FnOnce(&Self, vk::CommandBuffer)) -> Result<(), GpuError> {
        let information = vk::CommandPoolCreateInfo::default().queue_family_index(self.gpu.family);
        let pool = self.commands(&information)?;
        let fence = self.fence(&vk::FenceCreateInfo::default())?;
        let information = vk::CommandBufferAllocateInfo::default()
            .command_pool(pool)
            .command_buffer_count(1);
        let device = &self.gpu.device;
        // SAFETY: the pool lives in `self`. Commands are recorded into their new buffer between begin and end; the queue is
        // ours alone, since the caller holds the lock.
        unsafe {
            let commands = device
                .allocate_command_buffers(&information)
                .map_err(call("keep commands"))?[0];
            device
                .begin_command_buffer(commands, &vk::CommandBufferBeginInfo::default())
                .map_err(call("take commands"))?;
            record(self, commands);
            device
                .end_command_buffer(commands)
                .map_err(call("take the commands"))?;
            let buffers = [commands];
            let submit = vk::SubmitInfo::default().command_buffers(&buffers);
            device
                .queue_submit(self.gpu.queue, &[submit], fence)
                .map_err(call("take the work"))?;
            if let Err(result) = device.wait_for_fences(&[fence], true, PATIENCE) {
                self.gpu.lost.store(true, Ordering::Relaxed);
                return Err(match result {
                    vk::Result::TIMEOUT => GpuError::TimeOut,
                    result => call("finish the work")(result),
                });
            }
        }
        Ok(())
    }

    /// Brings textures and images to the device.
    ///
    /// # Safety
    /// `commands` is being recorded.
    pub(super) unsafe fn bring_textures(&self, commands: vk::CommandBuffer, bound: &BoundResources) {
        let copied = vk::ImageLayout::TRANSFER_DST_OPTIMAL;
        let read = vk::ImageLayout::SHADER_READ_ONLY_OPTIMAL;
        let turns = |from, to| -> Vec<_> {
            let textures = bound.textures.iter();
            textures
                .map(|upload| barrier(upload.image, upload.aspects, from, to))
                .collect()
        };
        let (before, after) = (turns(vk::ImageLayout::UNDEFINED, copied), turns(copied, read));
        let device = &self.gpu.device;
        // SAFETY: by the caller; the objects live in `self`, and buffers hold all levels of their images.
        unsafe {
            let dependency = vk::DependencyInfo::default().image_memory_barriers(&before);
            device.cmd_pipeline_barrier2(commands, &dependency);
            for upload in &bound.textures {
                device.cmd_copy_buffer_to_image(commands, upload.from, upload.image, copied, &upload.copies);
            }
            for changed in &bound.images {
                self.bring(commands, changed);
            }
            let dependency = vk::DependencyInfo::default().image_memory_barriers(&after);
            device.cmd_pipeline_barrier2(commands, &dependency);
        }
    }

    /// Brings the attachments to the device.
    ///
    /// # Safety
    /// `commands` is being recorded.
    unsafe fn upload(&self, commands: vk::CommandBuffer, job: &Job<'_>, targets: &[&RenderTarget]) {
        let copied = vk::ImageLayout::TRANSFER_DST_OPTIMAL;
        let turns = |from, to| -> Vec<_> {
            let targets = targets.iter();
            targets
                .map(|target| barrier(target.image, target.aspects, from, to))
                .collect()
        };
        let before = turns(vk::ImageLayout::UNDEFINED, copied);
        let after = turns(copied, vk::ImageLayout::ATTACHMENT_OPTIMAL);
        let device = &self.gpu.device;
        // SAFETY: by the caller, and as it says of the objects.
        unsafe {
            let dependency = vk::DependencyInfo::default().image_memory_barriers(&before);
            device.cmd_pipeline_barrier2(commands, &dependency);
            for target in targets {
                for (aspect, from, _) in &target.contents {
                    let region = region(job.size, *aspect);
                    device.cmd_copy_buffer_to_image(commands, *from, target.image, copied, &[region]);
                }
            }
            let dependency = vk::DependencyInfo::default().image_memory_barriers(&after);
            device.cmd_pipeline_barrier2(commands, &dependency);
        }
    }

    /// Lets this side see what was written.
    ///
    /// # Safety
    /// `commands` is being recorded.
    pub(super) unsafe fn show(&self, commands: vk::CommandBuffer) {
        let seen = [vk::MemoryBarrier2::default()
            .src_stage_mask(vk::PipelineStageFlags2::ALL_COMMANDS)
            .src_access_mask(vk::AccessFlags2::MEMORY_WRITE)
            .dst_stage_mask(vk::PipelineStageFlags2::HOST)
            .dst_access_mask(vk::AccessFlags2::HOST_READ)];
        let dependency = vk::DependencyInfo::default().memory_barriers(&seen);
        // SAFETY: by the caller.
        unsafe { self.gpu.device.cmd_pipeline_barrier2(commands, &dependency) };
    }

    /// The draw itself.
    ///
    /// # Safety
    /// `commands` is being recorded.
    unsafe fn render(
        &self,
        commands: vk::CommandBuffer,
        job: &Job<'_>,
        resources: &Resources,
        pipeline: &Pipeline,
    ) {
        let attachment = |target: &RenderTarget| {
            vk::RenderingAttachmentInfo::default()
                .image_view(target.view)
                .image_layout(vk::ImageLayout::ATTACHMENT_OPTIMAL)
                .load_op(vk::AttachmentLoadOp::LOAD)
                .store_op(vk::AttachmentStoreOp::STORE)
        };
        let colors: Vec<_> = resources.colors.iter().map(attachment).collect();
        let depth = resources.depth.as_ref().map(attachment).unwrap_or_default();
        let [width, height] = job.size;
        let rendering = vk::RenderingInfo::default()
            .render_area(vk::Rect2D {
                offset: vk::Offset2D::default(),
                extent: vk::Extent2D { width, height },
            })
            .layer_count(1)
            .color_attachments(&colors)
            .depth_attachment(&depth)
            .stencil_attachment(&depth);
        let bind = vk::PipelineBindPoint::GRAPHICS;
        let offsets = vec![0; resources.vertices.len()];
        let device = &self.gpu.device;
        // SAFETY: by the caller, and as it says of the objects; indices are within the vertices.
        unsafe {
            device.cmd_begin_rendering(commands, &rendering);
            device.cmd_bind_pipeline(commands, bind, pipeline.pipeline);
            if let Some(set) = resources.bound.set {
                device.cmd_bind_descriptor_sets(commands, bind, pipeline.layout, 0, &[set], &[]);
            }
            if !resources.vertices.is_empty() {
                device.cmd_bind_vertex_buffers(commands, 0, &resources.vertices, &offsets);
            }
            device.cmd_bind_index_buffer(commands, resources.indices, 0, vk::IndexType::UINT32);
            device.cmd_draw_indexed(commands, job.indices.len() as u32, job.instances, 0, 0, 0);
            device.cmd_end_rendering(commands);
        }
    }

    /// Brings the attachments back.
    ///
    /// # Safety
    /// `commands` is being recorded.
    unsafe fn download(
        &self,
        commands: vk::CommandBuffer,
        job: &Job<'_>,
        targets: &[&RenderTarget],
        readers: &[Shared],
    ) {
        let copied = vk::ImageLayout::TRANSFER_SRC_OPTIMAL;
        let barriers: Vec<_> = targets
            .iter()
            .map(|target| {
                barrier(
                    target.image,
                    target.aspects,
                    vk::ImageLayout::ATTACHMENT_OPTIMAL,
                    copied,
                )
            })
            .collect();
        let mut readers = readers.iter();
        let device = &self.gpu.device;
        // SAFETY: by the caller, and as it says of the objects.
        unsafe {
            let dependency = vk::DependencyInfo::default().image_memory_barriers(&barriers);
            device.cmd_pipeline_barrier2(commands, &dependency);
            for target in targets {
                for ((aspect, ..), reader) in target.contents.iter().zip(&mut readers) {
                    let region = region(job.size, *aspect);
                    device.cmd_copy_image_to_buffer(commands, target.image, copied, reader.buffer, &[region]);
                }
            }
        }
    }
}

/// A whole attachment, tightly packed.
fn region([width, height]: [u32; 2], aspect: vk::ImageAspectFlags) -> vk::BufferImageCopy {
    vk::BufferImageCopy {
        image_subresource: vk::ImageSubresourceLayers {
            aspect_mask: aspect,
            layer_count: 1,
            ..Default::default()
        },
        image_extent: vk::Extent3D {
            width,
            height,
            depth: 1,
        },
        ..Default::default()
    }
}
