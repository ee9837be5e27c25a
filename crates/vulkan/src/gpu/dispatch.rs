//! A dispatch, carried out.

use ash::vk;

use super::device::{Gpu, call};
use super::draw::Changes;
use super::job::Dispatch;
use super::objects::Objects;
use super::pipeline::Pipeline;
use crate::error::GpuError;

impl Gpu {
    /// Carries a dispatch out.
    pub(crate) fn dispatch(&self, dispatch: &Dispatch<'_>) -> Result<Changes, GpuError> {
        let _one = self.alone()?;
        let mut objects = Objects::new(self);
        let bound = objects.bound(&dispatch.bound)?;
        let pipeline = objects.compute_pipeline(dispatch.shader, bound.set_layout)?;
        let [x, y, z] = dispatch.groups;
        objects.submit(|objects, commands| {
            let device = &objects.gpu.device;
            let bind = vk::PipelineBindPoint::COMPUTE;
            // SAFETY: commands are being recorded, with objects that live in `objects`; numbers of groups are within the
            // device's limits.
            unsafe {
                objects.bring_textures(commands, &bound);
                device.cmd_bind_pipeline(commands, bind, pipeline.pipeline);
                if let Some(set) = bound.set {
                    device.cmd_bind_descriptor_sets(commands, bind, pipeline.layout, 0, &[set], &[]);
                }
                device.cmd_dispatch(commands, x, y, z);
                for changed in &bound.images {
                    objects.fetch(commands, changed);
                }
                objects.show(commands);
            }
        })?;
        objects.changes(&bound)
    }
}

impl Objects<'_> {
    /// Makes the pipeline of a compute shader.
    fn compute_pipeline(
        &mut self,
        words: &[u32],
        set_layout: vk::DescriptorSetLayout,
    ) -> Result<Pipeline, GpuError> {
        let layouts = [set_layout];
        let information = vk::PipelineLayoutCreateInfo::default().set_layouts(&layouts);
        let layout = self.pipeline_layout(&information)?;
        let module = self.module(&vk::ShaderModuleCreateInfo::default().code(words))?;
        let stage = vk::PipelineShaderStageCreateInfo::default()
            .stage(vk::ShaderStageFlags::COMPUTE)
            .module(module)
            .name(c"main");
        let information = vk::ComputePipelineCreateInfo::default()
            .stage(stage)
            .layout(layout);
        let device = &self.gpu.device;
        // SAFETY: the information is complete and outlives the call; its handles live in `self`, and the shader is a
        // module that was validated.
        let made =
            unsafe { device.create_compute_pipelines(vk::PipelineCache::null(), &[information], None) };
        let pipeline = made.map_err(|(_, result)| call("make the pipeline")(result))?[0];
        self.keep(pipeline);
        Ok(Pipeline { pipeline, layout })
    }
}
