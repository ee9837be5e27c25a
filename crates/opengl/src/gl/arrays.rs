//! Instances of vertices from arrays in our memory.

use std::collections::BTreeMap;

use super::{FLOAT, Gl};

impl Gl {
    /// Draws instances of vertices whose generic attributes are arrays; other attributes have their current values.
    pub(crate) fn draw_instances(
        &self,
        mode: u32,
        arrays: &BTreeMap<u32, Vec<[f32; 4]>>,
        instances: u32,
    ) -> Result<(), String> {
        let shortest = arrays.values().map(Vec::len).min().unwrap_or(0);
        let count = i32::try_from(shortest).map_err(|_| "there are too many vertices")?;
        let instances = i32::try_from(instances).map_err(|_| "there are too many instances")?;
        for (number, array) in arrays {
            // SAFETY: four floats a vertex, tightly packed; the array lives until it is disabled below.
            unsafe {
                (self.functions.attribute_pointer)(*number, 4, FLOAT, 0, 0, array.as_ptr().cast());
            }
            self.enable_array(*number);
        }
        // SAFETY: every enabled array has `count` vectors, and there is no buffer bound in their place.
        unsafe { (self.functions.draw_arrays_instanced)(mode, 0, count, instances) };
        arrays.keys().for_each(|number| self.disable_array(*number));
        Ok(())
    }
}
