//! Finding a device and opening it.

use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use ash::vk;

use super::device::{Extensions, Gpu, call, has};
use crate::error::OpenError;

/// The version of Vulkan that is asked for: the first that draws without render passes.
const VERSION: u32 = vk::API_VERSION_1_3;

impl Gpu {
    /// Opens the best device: a card before a processor that stands in for one.
    pub(crate) fn open() -> Result<Gpu, OpenError> {
        // SAFETY: loading the system's Vulkan runs its initialisers, which ask for nothing from us.
        let entry = unsafe { ash::Entry::load() }.map_err(|error| OpenError::Absent(error.to_string()))?;
        let application = vk::ApplicationInfo::default()
            .application_name(c"quadrille")
            .api_version(VERSION);
        let information = vk::InstanceCreateInfo::default().application_info(&application);
        // SAFETY: the information is complete and outlives the call.
        let instance =
            unsafe { entry.create_instance(&information, None) }.map_err(|result| match result {
                vk::Result::ERROR_INCOMPATIBLE_DRIVER => OpenError::NoDevice,
                result => OpenError::Failed(call("begin")(result).to_string()),
            })?;
        match Gpu::of_instance(entry, &instance) {
            Ok(gpu) => Ok(gpu),
            Err(error) => {
                // SAFETY: nothing was made of the instance.
                unsafe { instance.destroy_instance(None) };
                Err(error)
            }
        }
    }

    fn of_instance(entry: ash::Entry, instance: &ash::Instance) -> Result<Gpu, OpenError> {
        // SAFETY: the instance is alive.
        let mut found = unsafe { instance.enumerate_physical_devices() }.unwrap_or_default();
        if found.is_empty() {
            return Err(OpenError::NoDevice);
        }
        // SAFETY: the devices are the instance's own.
        let properties = |device| unsafe { instance.get_physical_device_properties(device) };
        found.sort_by_key(|device| match properties(*device).device_type {
            vk::PhysicalDeviceType::DISCRETE_GPU => 0,
            vk::PhysicalDeviceType::INTEGRATED_GPU => 1,
            vk::PhysicalDeviceType::VIRTUAL_GPU => 2,
            _ => 3,
        });
        let Some((physical, family)) = found
            .iter()
            .filter(|device| properties(**device).api_version >= VERSION)
            .find_map(|device| {
                // SAFETY: as above.
                let families = unsafe { instance.get_physical_device_queue_family_properties(*device) };
                let draws = families
                    .iter()
                    .position(|family| family.queue_flags.contains(vk::QueueFlags::GRAPHICS))?;
                Some((*device, draws as u32))
            })
        else {
            return Err(OpenError::TooOld);
        };
        // SAFETY: as above.
        let (features, memory, known) = unsafe {
            (
                instance.get_physical_device_features(physical),
                instance.get_physical_device_memory_properties(physical),
                instance
                    .enumerate_device_extension_properties(physical)
                    .unwrap_or_default(),
            )
        };
        let mut lines = vk::PhysicalDeviceLineRasterizationFeaturesEXT::default();
        let mut borders = vk::PhysicalDeviceCustomBorderColorFeaturesEXT::default();
        let mut provoking = vk::PhysicalDeviceProvokingVertexFeaturesEXT::default();
        let mut atomics = vk::PhysicalDeviceShaderAtomicInt64Features::default();
        let mut asked = vk::PhysicalDeviceFeatures2::default()
            .push_next(&mut lines)
            .push_next(&mut atomics)
            .push_next(&mut provoking)
            .push_next(&mut borders);
        // SAFETY: a device fills in what it knows of the chain and leaves the rest as it is, which is false.
        unsafe { instance.get_physical_device_features2(physical, &mut asked) };
        let mut controls = vk::PhysicalDeviceFloatControlsProperties::default();
        let mut asked = vk::PhysicalDeviceProperties2::default().push_next(&mut controls);
        // SAFETY: as above.
        unsafe { instance.get_physical_device_properties2(physical, &mut asked) };
        let lines_known = has(&known, ash::ext::line_rasterization::NAME);
        let extensions = Extensions {
            bresenham: lines.bresenham_lines != 0 && lines_known,
            rectangles: lines.rectangular_lines != 0 && lines_known,
            special: controls.shader_signed_zero_inf_nan_preserve_float32 != 0,
            provoking: provoking.provoking_vertex_last != 0 && has(&known, ash::ext::provoking_vertex::NAME),
            long_atomics: atomics.shader_buffer_int64_atomics != 0,
            shared_atomics: atomics.shader_shared_int64_atomics != 0,
            borders: borders.custom_border_color_without_format != 0
                && has(&known, ash::ext::custom_border_color::NAME),
        };
        let (device, queue) = make(instance, physical, family, &features, extensions)
            .map_err(|result| OpenError::Failed(call("be opened")(result).to_string()))?;
        Ok(Gpu {
            _entry: entry,
            instance: instance.clone(),
            device,
            queue,
            family,
            memory,
            physical,
            properties: properties(physical),
            features,
            extensions,
            busy: Mutex::new(()),
            lost: AtomicBool::new(false),
        })
    }
}

/// Makes the device with one queue, and with everything that it can of what is used.
fn make(
    instance: &ash::Instance,
    physical: vk::PhysicalDevice,
    family: u32,
    can: &vk::PhysicalDeviceFeatures,
    extensions: Extensions,
) -> Result<(ash::Device, vk::Queue), vk::Result> {
    let used = vk::PhysicalDeviceFeatures {
        depth_bias_clamp: can.depth_bias_clamp,
        depth_clamp: can.depth_clamp,
        dual_src_blend: can.dual_src_blend,
        fill_mode_non_solid: can.fill_mode_non_solid,
        fragment_stores_and_atomics: can.fragment_stores_and_atomics,
        geometry_shader: can.geometry_shader,
        image_cube_array: can.image_cube_array,
        independent_blend: can.independent_blend,
        large_points: can.large_points,
        logic_op: can.logic_op,
        shader_clip_distance: can.shader_clip_distance,
        shader_tessellation_and_geometry_point_size: can.shader_tessellation_and_geometry_point_size,
        tessellation_shader: can.tessellation_shader,
        shader_float64: can.shader_float64,
        shader_int64: can.shader_int64,
        shader_resource_residency: can.shader_resource_residency,
        shader_image_gather_extended: can.shader_image_gather_extended,
        shader_storage_image_extended_formats: can.shader_storage_image_extended_formats,
        shader_storage_image_read_without_format: can.shader_storage_image_read_without_format,
        shader_storage_image_write_without_format: can.shader_storage_image_write_without_format,
        vertex_pipeline_stores_and_atomics: can.vertex_pipeline_stores_and_atomics,
        wide_lines: can.wide_lines,
        ..Default::default()
    };
    let priorities = [1.0];
    let queues = [vk::DeviceQueueCreateInfo::default()
        .queue_family_index(family)
        .queue_priorities(&priorities)];
    let mut names = Vec::new();
    let mut rendering = vk::PhysicalDeviceVulkan13Features::default()
        .dynamic_rendering(true)
        .synchronization2(true);
    let mut lines = vk::PhysicalDeviceLineRasterizationFeaturesEXT::default()
        .bresenham_lines(extensions.bresenham)
        .rectangular_lines(extensions.rectangles);
    let mut atomics = vk::PhysicalDeviceShaderAtomicInt64Features::default()
        .shader_buffer_int64_atomics(extensions.long_atomics)
        .shader_shared_int64_atomics(extensions.shared_atomics);
    let mut borders = vk::PhysicalDeviceCustomBorderColorFeaturesEXT::default()
        .custom_border_colors(true)
        .custom_border_color_without_format(true);
    let mut information = vk::DeviceCreateInfo::default()
        .queue_create_infos(&queues)
        .enabled_features(&used)
        .push_next(&mut rendering)
        .push_next(&mut atomics);
    if extensions.bresenham || extensions.rectangles {
        names.push(ash::ext::line_rasterization::NAME.as_ptr());
        information = information.push_next(&mut lines);
    }
    let mut provoking = vk::PhysicalDeviceProvokingVertexFeaturesEXT::default().provoking_vertex_last(true);
    if extensions.provoking {
        names.push(ash::ext::provoking_vertex::NAME.as_ptr());
        information = information.push_next(&mut provoking);
    }
    if extensions.borders {
        names.push(ash::ext::custom_border_color::NAME.as_ptr());
        information = information.push_next(&mut borders);
    }
    let information = information.enabled_extension_names(&names);
    // SAFETY: the information is complete, asks only for what the device said that it has, and outlives the call;
    // the queue is the one that is made.
    unsafe {
        let device = instance.create_device(physical, &information, None)?;
        let queue = device.get_device_queue(family, 0);
        Ok((device, queue))
    }
}
