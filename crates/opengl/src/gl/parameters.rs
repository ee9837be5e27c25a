//! Parameters and matrices: calls that take numbers in memory.

use super::functions::Gl;
use crate::enumerant::{
    CURRENT_MATRIX_ARB, MODELVIEW_MATRIX, PATCH_DEFAULT_INNER_LEVEL, PATCH_DEFAULT_OUTER_LEVEL,
    PATCH_VERTICES, PROJECTION_MATRIX,
};

/// Methods that hand four numbers over, the most that a parameter of these calls has.
macro_rules! vectors {
    ($($method:ident($($argument:ident),*);)*) => {
        impl Gl {
            $(pub(crate) fn $method(&self, $($argument: u32,)* values: [f32; 4]) {
                // SAFETY: GL reads at most four numbers here (GL 2.1, sections 2.14, 2.11.4, 3.3, 3.8, 3.10).
                unsafe { (self.functions.$method)($($argument,)* values.as_ptr()) }
            })*
        }
    };
}

vectors! {
    fog(name);
    light(light, name);
    light_model(name);
    material(face, name);
    point_parameter(name);
    texture_environment(target, name);
    texture_generation(coordinate, name);
    texture_parameters(target, name);
}

impl Gl {
    /// Sets how many vertices patches have, and their levels where no program writes them.
    pub(crate) fn set_patch(&self, vertices: u32, outer: &[f32; 4], inner: &[f32; 2]) {
        self.patch_vertices(PATCH_VERTICES, vertices.cast_signed());
        // SAFETY: four and two numbers are read.
        unsafe {
            (self.functions.patch_levels)(PATCH_DEFAULT_OUTER_LEVEL, outer.as_ptr());
            (self.functions.patch_levels)(PATCH_DEFAULT_INNER_LEVEL, inner.as_ptr());
        }
    }

    pub(crate) fn set_clip_plane(&self, plane: u32, equation: [f64; 4]) {
        // SAFETY: four numbers are read.
        unsafe { (self.functions.clip_plane)(plane, equation.as_ptr()) }
    }

    pub(crate) fn set_matrix(&self, columns: &[f32; 16]) {
        // SAFETY: sixteen numbers are read.
        unsafe { (self.functions.load_matrix)(columns.as_ptr()) }
    }

    pub(crate) fn set_matrix_doubles(&self, columns: &[f64; 16]) {
        // SAFETY: sixteen numbers are read.
        unsafe { (self.functions.load_matrix_doubles)(columns.as_ptr()) }
    }

    pub(crate) fn multiply(&self, columns: &[f32; 16]) {
        // SAFETY: sixteen numbers are read.
        unsafe { (self.functions.multiply_matrix)(columns.as_ptr()) }
    }

    /// The projection and the modelview matrix.
    pub(crate) fn matrices(&self) -> [[f32; 16]; 2] {
        [PROJECTION_MATRIX, MODELVIEW_MATRIX].map(|name| {
            let mut columns = [0.0; 16];
            // SAFETY: both have sixteen numbers.
            unsafe { (self.functions.get_floats)(name, columns.as_mut_ptr()) };
            columns
        })
    }

    /// The matrix that commands change, by columns.
    pub(crate) fn current_matrix(&self) -> [f32; 16] {
        let mut columns = [0.0; 16];
        // SAFETY: it has sixteen numbers.
        unsafe { (self.functions.get_floats)(CURRENT_MATRIX_ARB, columns.as_mut_ptr()) };
        columns
    }
}
