//! The functions of GL that are called, by name and signature (`gl.xml`), and the context in which they are.

use std::ffi::{CStr, c_char, c_void};
use std::marker::PhantomData;

use super::context::Context;
use super::error::OpenError;
use crate::enumerant::{EXTENSIONS, RENDERER, VERSION};

/// Declares the functions: those of numbers become safe methods, those with pointers stay fields.
macro_rules! functions {
    (
        numbers { $($method:ident $name:literal ($($argument:ident: $kind:ty),*) $(-> $result:ty)?;)* }
        pointers { $($field:ident $field_name:literal ($($field_kind:ty),*) $(-> $field_result:ty)?;)* }
    ) => {
        /// The functions, by address.
        pub(super) struct Functions {
            $(pub(super) $method: unsafe extern "system" fn($($kind),*) $(-> $result)?,)*
            $(pub(super) $field: unsafe extern "system" fn($($field_kind),*) $(-> $field_result)?,)*
        }

        impl Functions {
            /// Looks all functions up.
            pub(super) fn load(context: &Context) -> Result<Functions, OpenError> {
                let address = context.lookup()?;
                let find = |name: &CStr| {
                    let found = address(name);
                    match found.is_null() {
                        true => Err(OpenError::Failed(format!("there is no {}", name.to_string_lossy()))),
                        false => Ok(found),
                    }
                };
                Ok(Functions {
                    // SAFETY: the address is not null and, by its name, of a function of this signature (gl.xml).
                    $($method: unsafe { std::mem::transmute::<*const c_void, unsafe extern "system" fn($($kind),*) $(-> $result)?>(find($name)?) },)*
                    // SAFETY: as above.
                    $($field: unsafe { std::mem::transmute::<*const c_void, unsafe extern "system" fn($($field_kind),*) $(-> $field_result)?>(find($field_name)?) },)*
                })
            }
        }

        impl Gl {
            $(pub(crate) fn $method(&self, $($argument: $kind),*) $(-> $result)? {
                // SAFETY: the function takes numbers only and reads no memory of ours; the context is current
                // on this thread.
                unsafe { (self.functions.$method)($($argument),*) }
            })*
        }
    };
}

functions! {
    numbers {
        active_texture c"glActiveTexture" (unit: u32);
        alpha_func c"glAlphaFunc" (function: u32, reference: f32);
        attach_shader c"glAttachShader" (program: u32, shader: u32);
        begin c"glBegin" (mode: u32);
        bind_buffer c"glBindBuffer" (target: u32, buffer: u32);
        bind_buffer_base c"glBindBufferBase" (target: u32, index: u32, buffer: u32);
        bind_framebuffer c"glBindFramebuffer" (target: u32, framebuffer: u32);
        bind_image_texture c"glBindImageTexture" (unit: u32, texture: u32, level: i32, layered: u8, layer: i32, access: u32, format: u32);
        bind_program c"glBindProgramARB" (target: u32, program: u32);
        bind_texture c"glBindTexture" (target: u32, texture: u32);
        blend_color c"glBlendColor" (red: f32, green: f32, blue: f32, alpha: f32);
        blend_equation c"glBlendEquationSeparate" (color: u32, alpha: u32);
        blend_func c"glBlendFuncSeparate" (source: u32, destination: u32, source_alpha: u32, destination_alpha: u32);
        clamp_color c"glClampColor" (target: u32, clamp: u32);
        clear c"glClear" (mask: u32);
        clear_color c"glClearColor" (red: f32, green: f32, blue: f32, alpha: f32);
        clear_depth c"glClearDepth" (depth: f64);
        clear_stencil c"glClearStencil" (value: i32);
        color c"glColor4f" (red: f32, green: f32, blue: f32, alpha: f32);
        color_mask c"glColorMask" (red: u8, green: u8, blue: u8, alpha: u8);
        color_material c"glColorMaterial" (face: u32, mode: u32);
        compile_shader c"glCompileShader" (shader: u32);
        copy_image c"glCopyTexImage2D" (target: u32, level: i32, format: u32, x: i32, y: i32, width: i32, height: i32, border: i32);
        create_program c"glCreateProgram" () -> u32;
        create_shader c"glCreateShader" (kind: u32) -> u32;
        cull_face c"glCullFace" (face: u32);
        depth_func c"glDepthFunc" (function: u32);
        depth_mask c"glDepthMask" (write: u8);
        depth_range c"glDepthRange" (near: f64, far: f64);
        disable c"glDisable" (capability: u32);
        disable_array c"glDisableVertexAttribArray" (index: u32);
        dispatch_compute c"glDispatchCompute" (x: u32, y: u32, z: u32);
        enable c"glEnable" (capability: u32);
        enable_array c"glEnableVertexAttribArray" (index: u32);
        end c"glEnd" ();
        environment_parameter c"glProgramEnvParameter4fARB" (target: u32, index: u32, x: f32, y: f32, z: f32, w: f32);
        error c"glGetError" () -> u32;
        finish c"glFinish" ();
        fog_coordinate c"glFogCoordf" (coordinate: f32);
        framebuffer_status c"glCheckFramebufferStatus" (target: u32) -> u32;
        framebuffer_texture c"glFramebufferTexture2D" (target: u32, attachment: u32, kind: u32, texture: u32, level: i32);
        front_face c"glFrontFace" (winding: u32);
        frustum c"glFrustum" (left: f64, right: f64, bottom: f64, top: f64, near: f64, far: f64);
        generate_mipmap c"glGenerateMipmap" (target: u32);
        link_program c"glLinkProgram" (program: u32);
        line_width c"glLineWidth" (width: f32);
        load_identity c"glLoadIdentity" ();
        local_parameter c"glProgramLocalParameter4fARB" (target: u32, index: u32, x: f32, y: f32, z: f32, w: f32);
        logic_op c"glLogicOp" (operation: u32);
        matrix_mode c"glMatrixMode" (mode: u32);
        memory_barrier c"glMemoryBarrier" (barriers: u32);
        normal c"glNormal3f" (x: f32, y: f32, z: f32);
        ortho c"glOrtho" (left: f64, right: f64, bottom: f64, top: f64, near: f64, far: f64);
        patch_vertices c"glPatchParameteri" (name: u32, value: i32);
        pixel_store c"glPixelStorei" (name: u32, value: i32);
        point_parameter_name c"glPointParameteri" (name: u32, value: u32);
        point_size c"glPointSize" (size: f32);
        polygon_mode c"glPolygonMode" (face: u32, mode: u32);
        polygon_offset c"glPolygonOffset" (factor: f32, units: f32);
        rotate c"glRotatef" (degrees: f32, x: f32, y: f32, z: f32);
        scale c"glScalef" (x: f32, y: f32, z: f32);
        scissor c"glScissor" (x: i32, y: i32, width: i32, height: i32);
        secondary_color c"glSecondaryColor3f" (red: f32, green: f32, blue: f32);
        shade_model c"glShadeModel" (mode: u32);
        stencil_func c"glStencilFuncSeparate" (face: u32, function: u32, reference: i32, mask: u32);
        stencil_mask c"glStencilMaskSeparate" (face: u32, mask: u32);
        stencil_op c"glStencilOpSeparate" (face: u32, fail: u32, depth_fail: u32, pass: u32);
        texture_coordinate c"glMultiTexCoord4f" (unit: u32, s: f32, t: f32, r: f32, q: f32);
        texture_parameter c"glTexParameterf" (target: u32, name: u32, value: f32);
        texture_parameter_name c"glTexParameteri" (target: u32, name: u32, value: u32);
        translate c"glTranslatef" (x: f32, y: f32, z: f32);
        uniform_block_binding c"glUniformBlockBinding" (program: u32, block: u32, binding: u32);
        uniform_float c"glUniform1f" (location: i32, value: f32);
        uniform_number c"glUniform1i" (location: i32, value: i32);
        uniform_pair c"glUniform2f" (location: i32, x: f32, y: f32);
        use_program c"glUseProgram" (program: u32);
        vertex c"glVertex4f" (x: f32, y: f32, z: f32, w: f32);
        vertex_attribute c"glVertexAttrib4f" (index: u32, x: f32, y: f32, z: f32, w: f32);
        viewport c"glViewport" (x: i32, y: i32, width: i32, height: i32);
        viewport_floats c"glViewportIndexedf" (index: u32, x: f32, y: f32, width: f32, height: f32);
    }
    pointers {
        attribute_pointer c"glVertexAttribPointer" (u32, i32, u32, u8, i32, *const c_void);
        attribute_words c"glVertexAttribIPointer" (u32, i32, u32, i32, *const c_void);
        bind_attribute c"glBindAttribLocation" (u32, u32, *const c_char);
        buffer_data c"glBufferData" (u32, isize, *const c_void, u32);
        clip_plane c"glClipPlane" (u32, *const f64);
        draw_arrays_instanced c"glDrawArraysInstanced" (u32, i32, i32, i32);
        draw_buffers c"glDrawBuffers" (i32, *const u32);
        draw_elements_instanced c"glDrawElementsInstanced" (u32, i32, u32, *const c_void, i32);
        fog c"glFogfv" (u32, *const f32);
        get_buffer c"glGetBufferSubData" (u32, isize, isize, *mut c_void);
        generate_buffers c"glGenBuffers" (i32, *mut u32);
        generate_framebuffers c"glGenFramebuffers" (i32, *mut u32);
        generate_programs c"glGenProgramsARB" (i32, *mut u32);
        generate_textures c"glGenTextures" (i32, *mut u32);
        get_image c"glGetTexImage" (u32, i32, u32, u32, *mut c_void);
        get_program_value c"glGetProgramivARB" (u32, u32, *mut i32);
        get_program c"glGetProgramiv" (u32, u32, *mut i32);
        get_program_log c"glGetProgramInfoLog" (u32, i32, *mut i32, *mut c_char);
        get_shader c"glGetShaderiv" (u32, u32, *mut i32);
        get_shader_log c"glGetShaderInfoLog" (u32, i32, *mut i32, *mut c_char);
        get_floats c"glGetFloatv" (u32, *mut f32);
        get_indexed c"glGetIntegeri_v" (u32, u32, *mut i32);
        get_integers c"glGetIntegerv" (u32, *mut i32);
        get_string c"glGetString" (u32) -> *const c_char;
        image_1d c"glTexImage1D" (u32, i32, i32, i32, i32, u32, u32, *const c_void);
        image_2d c"glTexImage2D" (u32, i32, i32, i32, i32, i32, u32, u32, *const c_void);
        image_3d c"glTexImage3D" (u32, i32, i32, i32, i32, i32, i32, u32, u32, *const c_void);
        light c"glLightfv" (u32, u32, *const f32);
        light_model c"glLightModelfv" (u32, *const f32);
        load_matrix c"glLoadMatrixf" (*const f32);
        load_matrix_doubles c"glLoadMatrixd" (*const f64);
        material c"glMaterialfv" (u32, u32, *const f32);
        multiply_matrix c"glMultMatrixf" (*const f32);
        patch_levels c"glPatchParameterfv" (u32, *const f32);
        point_parameter c"glPointParameterfv" (u32, *const f32);
        program_string c"glProgramStringARB" (u32, u32, i32, *const c_void);
        read_pixels c"glReadPixels" (i32, i32, i32, i32, u32, u32, *mut c_void);
        shader_source c"glShaderSource" (u32, i32, *const *const c_char, *const i32);
        texture_environment c"glTexEnvfv" (u32, u32, *const f32);
        texture_generation c"glTexGenfv" (u32, u32, *const f32);
        texture_parameters c"glTexParameterfv" (u32, u32, *const f32);
        uniform_block_index c"glGetUniformBlockIndex" (u32, *const c_char) -> u32;
        uniform_location c"glGetUniformLocation" (u32, *const c_char) -> i32;
        uniform_vectors c"glUniform4fv" (i32, i32, *const f32);
    }
}

/// A context of OpenGL with its functions, current on this thread.
pub struct Gl {
    pub(super) functions: Functions,
    _context: Context,
    /// GL contexts belong to their thread.
    _thread: PhantomData<*const ()>,
}

impl Gl {
    /// A context with an RGBA8 framebuffer, 24 bits of depth and 8 of stencil, current on this thread.
    ///
    /// # Errors
    ///
    /// There is no driver, or it gives no such context.
    pub fn open(width: u32, height: u32) -> Result<Gl, OpenError> {
        let (Ok(width), Ok(height)) = (i32::try_from(width), i32::try_from(height)) else {
            return Err(OpenError::Failed("the framebuffer is too large".to_owned()));
        };
        let context = Context::open(width, height)?;
        let functions = Functions::load(&context)?;
        Ok(Gl {
            functions,
            _context: context,
            _thread: PhantomData,
        })
    }

    /// The name of the driver: renderer and version.
    pub fn describe(&self) -> String {
        format!("{}, {}", self.string(RENDERER), self.string(VERSION))
    }

    /// Whether the driver has an extension.
    pub fn has(&self, extension: &str) -> bool {
        let all = self.string(EXTENSIONS);
        all.split_whitespace().any(|known| known == extension)
    }

    pub(super) fn string(&self, name: u32) -> String {
        // SAFETY: GL gives null or a string that ends with 0 and stays until the context ends.
        unsafe {
            let text = (self.functions.get_string)(name);
            if text.is_null() {
                String::new()
            } else {
                CStr::from_ptr(text).to_string_lossy().into_owned()
            }
        }
    }
}
