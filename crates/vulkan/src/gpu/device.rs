//! A device, open: what it is and what it can.

use std::ffi::CStr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use ash::vk;

use crate::error::GpuError;

/// A device, open.
pub(crate) struct Gpu {
    /// The library, which has to stay loaded.
    pub(super) _entry: ash::Entry,
    pub(super) instance: ash::Instance,
    pub(super) device: ash::Device,
    pub(super) queue: vk::Queue,
    pub(super) family: u32,
    pub(super) memory: vk::PhysicalDeviceMemoryProperties,
    pub(super) physical: vk::PhysicalDevice,
    pub(super) properties: vk::PhysicalDeviceProperties,
    /// The features of the device.
    pub(crate) features: vk::PhysicalDeviceFeatures,
    /// Extensions that are used where they are there.
    pub(crate) extensions: Extensions,
    /// One job at a time: a queue belongs to one thread.
    pub(super) busy: Mutex<()>,
    /// Whether a job never came back. Nothing is freed then, as the device may still be at it.
    pub(super) lost: AtomicBool,
}

/// Extensions that are used where the device has them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Extensions {
    /// VK_EXT_line_rasterization with the lines of OpenGL.
    pub(crate) bresenham: bool,
    /// VK_EXT_line_rasterization with lines that are rectangles.
    pub(crate) rectangles: bool,
    /// Shaders may ask that zeros keep their signs, and infinities and NaN stay (shaderSignedZeroInfNanPreserveFloat32).
    pub(crate) special: bool,
    /// VK_EXT_provoking_vertex.
    pub(crate) provoking: bool,
    /// Atomic operations on words of 64 bits in storage buffers (shaderBufferInt64Atomics).
    pub(crate) long_atomics: bool,
    /// The same in the memory of work groups (shaderSharedInt64Atomics).
    pub(crate) shared_atomics: bool,
    /// VK_EXT_custom_border_color.
    pub(crate) borders: bool,
}

impl Gpu {
    /// The name of the device, and its version of Vulkan.
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
}

/// The conversion of a failed call's result to an error that names the call by `what`.
pub(super) fn call(what: &'static str) -> impl Fn(vk::Result) -> GpuError {
    move |result| GpuError::Call { what, result }
}

/// Whether a list of extensions has a name.
pub(super) fn has(extensions: &[vk::ExtensionProperties], name: &CStr) -> bool {
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
