//! A device of Vulkan, loaded at run time, and the one thing that is asked of it: to carry a [`Job`] out.
//!
//! The only module of the crate that is unsafe. A job is plain data that says everything about one draw; every
//! handle lives in [`Objects`] and is destroyed with it, when the device is done.
#![allow(unsafe_code, reason = "calls of a driver")]

mod commands;
mod job;
mod objects;
mod open;
mod pipeline;
mod resources;
mod stored;

use std::ffi::CStr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use ash::vk;

pub(crate) use self::job::{Attribute, Block, Job, Picture, State, Stored, StoredView, Texels};
use self::objects::{Objects, Shared};

/// A device, open.
pub(crate) struct Gpu {
    /// The library, which has to stay loaded.
    _entry: ash::Entry,
    instance: ash::Instance,
    device: ash::Device,
    queue: vk::Queue,
    family: u32,
    memory: vk::PhysicalDeviceMemoryProperties,
    physical: vk::PhysicalDevice,
    properties: vk::PhysicalDeviceProperties,
    /// What it can.
    pub(crate) features: vk::PhysicalDeviceFeatures,
    /// Extensions that are used where they are there.
    pub(crate) extensions: Extensions,
    /// One job at a time: a queue belongs to one thread.
    busy: Mutex<()>,
    /// Whether a job never came back. Nothing is freed then, as the device may still be at it.
    lost: AtomicBool,
}

/// What came of a job.
pub(crate) struct Drawn {
    /// The pictures of its attachments, in their order.
    pub(crate) pictures: Vec<Vec<u8>>,
    /// What the storage buffers hold.
    pub(crate) storages: Vec<Vec<u8>>,
    /// The texels of the images.
    pub(crate) images: Vec<Vec<u8>>,
}

/// Extensions that are used where the device has them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Extensions {
    /// VK_EXT_line_rasterization with the lines of OpenGL.
    pub(crate) bresenham: bool,
    /// VK_EXT_line_rasterization with lines that are rectangles.
    pub(crate) rectangles: bool,
    /// VK_EXT_custom_border_color.
    pub(crate) borders: bool,
}

impl Gpu {
    /// What the device is called, and its version of Vulkan.
    pub(crate) fn describe(&self) -> String {
        let version = self.properties.api_version;
        // The name ends with a 0 inside the array, by the specification; if not it is left out.
        let name = self.properties.device_name_as_c_str().unwrap_or(c"");
        format!(
            "{}, Vulkan {}.{}",
            name.to_string_lossy(),
            vk::api_version_major(version),
            vk::api_version_minor(version)
        )
    }

    /// Limits of the device.
    pub(crate) fn limits(&self) -> &vk::PhysicalDeviceLimits {
        &self.properties.limits
    }

    /// Whether images of a format can be used so.
    pub(crate) fn can(&self, format: vk::Format, wanted: vk::FormatFeatureFlags) -> bool {
        // SAFETY: the physical device is the instance's own.
        let found = unsafe {
            self.instance
                .get_physical_device_format_properties(self.physical, format)
        };
        found.optimal_tiling_features.contains(wanted)
    }

    /// Carries a job out.
    pub(crate) fn draw(&self, job: &Job<'_>) -> Result<Drawn, String> {
        let _one = self.busy.lock().map_err(|_| "an earlier draw failed")?;
        if self.lost.load(Ordering::Relaxed) {
            return Err("the device did not come back from an earlier draw".to_owned());
        }
        let mut objects = Objects::new(self);
        let resources = objects.resources(job)?;
        let pipeline = objects.pipeline(job, resources.set_layout)?;
        let readers = objects.run(job, &resources, &pipeline)?;
        let read = |buffers: &[Shared]| buffers.iter().map(|buffer| objects.read(buffer)).collect();
        let pictures: Result<_, String> = read(&readers);
        let storages: Result<_, String> = read(&resources.storages);
        let images = resources.images.iter().map(|image| objects.read(&image.to));
        let images: Result<_, String> = images.collect();
        Ok(Drawn {
            pictures: pictures?,
            storages: storages?,
            images: images?,
        })
    }
}

/// A failure of a call, in words.
fn said(what: &str) -> impl Fn(vk::Result) -> String {
    move |result| format!("the Vulkan device cannot {what}: {result}")
}

/// Whether a list of extensions has a name.
fn has(extensions: &[vk::ExtensionProperties], name: &CStr) -> bool {
    extensions
        .iter()
        .any(|extension| extension.extension_name_as_c_str() == Ok(name))
}

impl Drop for Gpu {
    fn drop(&mut self) {
        if self.lost.load(Ordering::Relaxed) {
            return;
        }
        // SAFETY: every object of the device was destroyed with its `Objects`, which borrow `self`.
        unsafe {
            self.device.destroy_device(None);
            self.instance.destroy_instance(None);
        }
    }
}
