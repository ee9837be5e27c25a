//! The resources that a draw or a dispatch reads and writes: images, buffers, descriptors.

use ash::vk;

use super::barrier::whole;
use super::descriptors::Descriptors;
use super::device::call;
use super::job::{Bound, Job, Picture, Texels};
use super::objects::{Objects, Shared};
use super::stored::{self, Changed};
use crate::error::GpuError;

/// Images, buffers and descriptors of a job.
pub(super) struct Resources {
    /// The colour buffers.
    pub(super) colors: Vec<RenderTarget>,
    /// Depth and stencil.
    pub(super) depth: Option<RenderTarget>,
    pub(super) vertices: Vec<vk::Buffer>,
    pub(super) indices: vk::Buffer,
    pub(super) bound: BoundResources,
}

/// What shaders read and change, with its descriptors.
pub(super) struct BoundResources {
    pub(super) textures: Vec<Upload>,
    pub(super) storages: Vec<Shared>,
    pub(super) images: Vec<Changed>,
    pub(super) set_layout: vk::DescriptorSetLayout,
    pub(super) set: Option<vk::DescriptorSet>,
}

/// An image that is drawn to.
pub(super) struct RenderTarget {
    pub(super) image: vk::Image,
    pub(super) view: vk::ImageView,
    pub(super) aspects: vk::ImageAspectFlags,
    /// For each aspect its pixels before the draw.
    pub(super) contents: Vec<(vk::ImageAspectFlags, vk::Buffer, usize)>,
}

/// A texture and what goes into it.
pub(super) struct Upload {
    pub(super) image: vk::Image,
    pub(super) aspects: vk::ImageAspectFlags,
    pub(super) from: vk::Buffer,
    pub(super) copies: Vec<vk::BufferImageCopy>,
    view: vk::ImageView,
    sampler: vk::Sampler,
}

/// The aspects of images of a format.
fn aspects(format: vk::Format) -> vk::ImageAspectFlags {
    match format {
        vk::Format::D16_UNORM | vk::Format::X8_D24_UNORM_PACK32 | vk::Format::D32_SFLOAT => {
            vk::ImageAspectFlags::DEPTH
        }
        format if Picture::is_depth_and_stencil(format) => {
            vk::ImageAspectFlags::DEPTH | vk::ImageAspectFlags::STENCIL
        }
        _ => vk::ImageAspectFlags::COLOR,
    }
}

impl Objects<'_> {
    /// Makes everything that a job needs; nothing is copied yet.
    pub(super) fn resources(&mut self, job: &Job<'_>) -> Result<Resources, GpuError> {
        let color = vk::ImageUsageFlags::COLOR_ATTACHMENT;
        let colors = job
            .colors
            .iter()
            .map(|picture| self.target(job.size, &[picture], color))
            .collect::<Result<_, _>>()?;
        let both: Vec<&Picture> = job.depth.iter().chain(&job.stencil).collect();
        let depth = match both[..] {
            [] => None,
            _ => Some(self.target(job.size, &both, vk::ImageUsageFlags::DEPTH_STENCIL_ATTACHMENT)?),
        };
        let mut vertices = Vec::new();
        for attribute in &job.attributes {
            let bytes = bytemuck::cast_slice(&attribute.values);
            vertices.push(self.filled(vk::BufferUsageFlags::VERTEX_BUFFER, bytes)?.buffer);
        }
        let indices = self
            .filled(
                vk::BufferUsageFlags::INDEX_BUFFER,
                bytemuck::cast_slice(&job.indices),
            )?
            .buffer;
        Ok(Resources {
            colors,
            depth,
            vertices,
            indices,
            bound: self.bound(&job.bound)?,
        })
    }

    /// Makes what shaders read and change.
    pub(super) fn bound(&mut self, bound: &Bound) -> Result<BoundResources, GpuError> {
        let textures: Vec<Upload> = bound
            .textures
            .iter()
            .map(|texels| self.texture(texels))
            .collect::<Result<_, _>>()?;
        let storages: Vec<Shared> = bound
            .storages
            .iter()
            .map(|block| self.filled(vk::BufferUsageFlags::STORAGE_BUFFER, &block.bytes))
            .collect::<Result<_, _>>()?;
        let images: Vec<Changed> = bound
            .images
            .iter()
            .map(|image| self.stored(image))
            .collect::<Result<_, _>>()?;
        let (set_layout, set) = self.descriptors(bound, &textures, &storages, &images)?;
        Ok(BoundResources {
            textures,
            storages,
            images,
            set_layout,
            set,
        })
    }

    /// An image that is drawn to; depth and stencil are two pictures of one image.
    fn target(
        &mut self,
        [width, height]: [u32; 2],
        pictures: &[&Picture],
        usage: vk::ImageUsageFlags,
    ) -> Result<RenderTarget, GpuError> {
        let format = pictures[0].format;
        let aspects = aspects(format);
        let copied = vk::ImageUsageFlags::TRANSFER_SRC | vk::ImageUsageFlags::TRANSFER_DST;
        let information = vk::ImageCreateInfo::default()
            .image_type(vk::ImageType::TYPE_2D)
            .format(format)
            .extent(vk::Extent3D {
                width,
                height,
                depth: 1,
            })
            .mip_levels(1)
            .array_layers(1)
            .samples(vk::SampleCountFlags::TYPE_1)
            .usage(usage | copied);
        let image = self.image(&information)?;
        let view = vk::ImageViewCreateInfo::default()
            .image(image)
            .view_type(vk::ImageViewType::TYPE_2D)
            .format(format)
            .subresource_range(whole(aspects));
        let view = self.view(&view)?;
        let each = [
            vk::ImageAspectFlags::COLOR,
            vk::ImageAspectFlags::DEPTH,
            vk::ImageAspectFlags::STENCIL,
        ];
        let own = each.into_iter().filter(|aspect| aspects.contains(*aspect));
        let mut contents = Vec::new();
        for (picture, aspect) in pictures.iter().zip(own) {
            let from = self.filled(vk::BufferUsageFlags::TRANSFER_SRC, &picture.bytes)?;
            contents.push((aspect, from.buffer, picture.bytes.len()));
        }
        Ok(RenderTarget {
            image,
            view,
            aspects,
            contents,
        })
    }

    fn texture(&mut self, texels: &Texels) -> Result<Upload, GpuError> {
        let [width, height, depth] = texels.size;
        let aspects = aspects(texels.format);
        let is_cube = matches!(
            texels.view,
            vk::ImageViewType::CUBE | vk::ImageViewType::CUBE_ARRAY
        );
        let information = vk::ImageCreateInfo::default()
            .flags(if is_cube {
                vk::ImageCreateFlags::CUBE_COMPATIBLE
            } else {
                vk::ImageCreateFlags::empty()
            })
            .image_type(texels.kind)
            .format(texels.format)
            .extent(vk::Extent3D { width, height, depth })
            .mip_levels(texels.levels.len() as u32)
            .array_layers(texels.layers)
            .samples(vk::SampleCountFlags::TYPE_1)
            .usage(vk::ImageUsageFlags::SAMPLED | vk::ImageUsageFlags::TRANSFER_DST);
        let image = self.image(&information)?;
        let view = vk::ImageViewCreateInfo::default()
            .image(image)
            .view_type(texels.view)
            .format(texels.format)
            .subresource_range(whole(aspects));
        let view = self.view(&view)?;
        let mut custom = vk::SamplerCustomBorderColorCreateInfoEXT::default();
        let mut sampler = texels.sampler;
        if let Some(border) = texels.border {
            custom = custom.custom_border_color(vk::ClearColorValue { float32: border });
            sampler = sampler.push_next(&mut custom);
        }
        let sampler = self.sampler(&sampler)?;
        let mut bytes = Vec::new();
        let mut copies = Vec::new();
        for (level, own) in texels.levels.iter().enumerate() {
            let smaller = |size: u32| (size >> level).max(1);
            copies.push(vk::BufferImageCopy {
                buffer_offset: bytes.len() as u64,
                image_subresource: vk::ImageSubresourceLayers {
                    aspect_mask: aspects,
                    mip_level: level as u32,
                    base_array_layer: 0,
                    layer_count: texels.layers,
                },
                image_extent: vk::Extent3D {
                    width: smaller(width),
                    height: smaller(height),
                    depth: smaller(depth),
                },
                ..Default::default()
            });
            bytes.extend_from_slice(own);
            // Copies begin at a multiple of four bytes and of the size of a texel.
            bytes.resize(bytes.len().next_multiple_of(16), 0);
        }
        let from = self.filled(vk::BufferUsageFlags::TRANSFER_SRC, &bytes)?;
        Ok(Upload {
            image,
            aspects,
            from: from.buffer,
            copies,
            view,
            sampler,
        })
    }

    /// The set of all that shaders read and change, and its layout; none where there is nothing.
    fn descriptors(
        &mut self,
        bound: &Bound,
        textures: &[Upload],
        storages: &[Shared],
        images: &[Changed],
    ) -> Result<(vk::DescriptorSetLayout, Option<vk::DescriptorSet>), GpuError> {
        let mut descriptors = Descriptors::default();
        for block in &bound.blocks {
            let buffer = self.filled(vk::BufferUsageFlags::UNIFORM_BUFFER, &block.bytes)?;
            descriptors.buffer(block.binding, vk::DescriptorType::UNIFORM_BUFFER, buffer.buffer);
        }
        for (block, storage) in bound.storages.iter().zip(storages) {
            descriptors.buffer(block.binding, vk::DescriptorType::STORAGE_BUFFER, storage.buffer);
        }
        for (texels, upload) in bound.textures.iter().zip(textures) {
            let sampled = vk::DescriptorImageInfo::default()
                .image_view(upload.view)
                .sampler(upload.sampler)
                .image_layout(vk::ImageLayout::SHADER_READ_ONLY_OPTIMAL);
            descriptors.image(texels.binding, vk::DescriptorType::SAMPLED_IMAGE, sampled);
            descriptors.image(texels.sampler_binding, vk::DescriptorType::SAMPLER, sampled);
        }
        for (binding, view) in images.iter().flat_map(|image| &image.views) {
            let changed = vk::DescriptorImageInfo::default()
                .image_view(*view)
                .image_layout(stored::LAYOUT);
            descriptors.image(*binding, vk::DescriptorType::STORAGE_IMAGE, changed);
        }
        let bindings = descriptors.layout_bindings();
        let information = vk::DescriptorSetLayoutCreateInfo::default().bindings(&bindings);
        let layout = self.set_layout(&information)?;
        if bindings.is_empty() {
            return Ok((layout, None));
        }
        let set = self.allocate_set(layout, &bindings)?;
        // SAFETY: the set is new and not in use; buffers, views and samplers live in `self`.
        unsafe {
            self.gpu
                .device
                .update_descriptor_sets(&descriptors.writes(set), &[])
        };
        Ok((layout, Some(set)))
    }

    /// A set of a layout with these bindings, from a pool of its own.
    fn allocate_set(
        &mut self,
        layout: vk::DescriptorSetLayout,
        bindings: &[vk::DescriptorSetLayoutBinding<'_>],
    ) -> Result<vk::DescriptorSet, GpuError> {
        let sizes: Vec<vk::DescriptorPoolSize> = bindings
            .iter()
            .map(|binding| vk::DescriptorPoolSize {
                ty: binding.descriptor_type,
                descriptor_count: 1,
            })
            .collect();
        let information = vk::DescriptorPoolCreateInfo::default()
            .max_sets(1)
            .pool_sizes(&sizes);
        let pool = self.descriptors_pool(&information)?;
        let layouts = [layout];
        let information = vk::DescriptorSetAllocateInfo::default()
            .descriptor_pool(pool)
            .set_layouts(&layouts);
        // SAFETY: the pool and the layout live in `self`, and the pool has room for one such set.
        let sets = unsafe { self.gpu.device.allocate_descriptor_sets(&information) };
        Ok(sets.map_err(call("keep descriptors"))?[0])
    }
}
