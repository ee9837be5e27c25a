//! The pipeline of a job: shaders and state in one object.

use ash::vk;

use super::device::call;
use super::job::Job;
use super::objects::Objects;
use crate::error::GpuError;

/// A pipeline and its layout.
pub(super) struct Pipeline {
    pub(super) pipeline: vk::Pipeline,
    pub(super) layout: vk::PipelineLayout,
}

impl Objects<'_> {
    /// Makes the pipeline.
    pub(super) fn pipeline(
        &mut self,
        job: &Job<'_>,
        set_layout: vk::DescriptorSetLayout,
    ) -> Result<Pipeline, GpuError> {
        let layouts = [set_layout];
        let information = vk::PipelineLayoutCreateInfo::default().set_layouts(&layouts);
        let layout = self.pipeline_layout(&information)?;
        let mut stages = Vec::new();
        for (stage, words) in &job.shaders {
            let module = self.module(&vk::ShaderModuleCreateInfo::default().code(words))?;
            stages.push(
                vk::PipelineShaderStageCreateInfo::default()
                    .stage(*stage)
                    .module(module)
                    .name(c"main"),
            );
        }
        let (bindings, attributes): (Vec<_>, Vec<_>) = (0..)
            .zip(&job.attributes)
            .map(|(binding, attribute)| {
                // A step of 0 gives every vertex the one value.
                let stride = if attribute.values.len() == 1 { 0 } else { 16 };
                (
                    vk::VertexInputBindingDescription::default()
                        .binding(binding)
                        .stride(stride),
                    vk::VertexInputAttributeDescription::default()
                        .location(attribute.location)
                        .binding(binding)
                        .format(attribute.format),
                )
            })
            .unzip();
        let input = vk::PipelineVertexInputStateCreateInfo::default()
            .vertex_binding_descriptions(&bindings)
            .vertex_attribute_descriptions(&attributes);
        let state = &job.state;
        let assembly = vk::PipelineInputAssemblyStateCreateInfo::default().topology(state.topology);
        let (viewports, scissors) = ([state.viewport], [state.scissor]);
        let viewport = vk::PipelineViewportStateCreateInfo::default()
            .viewports(&viewports)
            .scissors(&scissors);
        let mut lines =
            vk::PipelineRasterizationLineStateCreateInfoEXT::default().line_rasterization_mode(state.lines);
        let mut rasterization = state.rasterization;
        let extensions = self.gpu.extensions;
        let chooses = match state.lines {
            vk::LineRasterizationModeEXT::RECTANGULAR => extensions.rectangles,
            _ => extensions.bresenham,
        };
        if chooses {
            rasterization = rasterization.push_next(&mut lines);
        }
        let mut last = vk::PipelineRasterizationProvokingVertexStateCreateInfoEXT::default()
            .provoking_vertex_mode(vk::ProvokingVertexModeEXT::LAST_VERTEX);
        if state.last_provokes {
            rasterization = rasterization.push_next(&mut last);
        }
        // As OpenGL has it: the tessellation coordinate grows upwards.
        let mut origin = vk::PipelineTessellationDomainOriginStateCreateInfo::default()
            .domain_origin(vk::TessellationDomainOrigin::LOWER_LEFT);
        let tessellation = vk::PipelineTessellationStateCreateInfo::default()
            .patch_control_points(state.patch_vertices)
            .push_next(&mut origin);
        let samples = vk::PipelineMultisampleStateCreateInfo::default()
            .rasterization_samples(vk::SampleCountFlags::TYPE_1);
        let nothing = vk::ColorComponentFlags::empty();
        let blends = state.blends.iter().zip(&job.written);
        let blends = blends.map(|(blend, written)| match written {
            true => *blend,
            false => blend.color_write_mask(nothing),
        });
        let blends: Vec<_> = blends.collect();
        let mut blend = vk::PipelineColorBlendStateCreateInfo::default()
            .attachments(&blends)
            .blend_constants(state.blend_constant);
        if let Some(operation) = state.logic_operation {
            blend = blend.logic_op_enable(true).logic_op(operation);
        }
        let colors: Vec<vk::Format> = job.colors.iter().map(|picture| picture.format).collect();
        let both = job.depth.as_ref().or(job.stencil.as_ref());
        let format = both.map_or(vk::Format::UNDEFINED, |picture| picture.format);
        let mut rendering = vk::PipelineRenderingCreateInfo::default()
            .color_attachment_formats(&colors)
            .depth_attachment_format(format)
            .stencil_attachment_format(format);
        let information = vk::GraphicsPipelineCreateInfo::default()
            .stages(&stages)
            .vertex_input_state(&input)
            .input_assembly_state(&assembly)
            .viewport_state(&viewport)
            .rasterization_state(&rasterization)
            .multisample_state(&samples)
            .depth_stencil_state(&state.depth_stencil)
            .color_blend_state(&blend)
            .layout(layout)
            .push_next(&mut rendering);
        let information = match state.topology {
            vk::PrimitiveTopology::PATCH_LIST => information.tessellation_state(&tessellation),
            _ => information,
        };
        let device = &self.gpu.device;
        // SAFETY: the information is complete and outlives the call; its handles live in `self`, and the shaders
        // are modules that were validated.
        let made =
            unsafe { device.create_graphics_pipelines(vk::PipelineCache::null(), &[information], None) };
        let pipeline = made.map_err(|(_, result)| call("make the pipeline")(result))?[0];
        self.keep(pipeline);
        Ok(Pipeline { pipeline, layout })
    }
}
