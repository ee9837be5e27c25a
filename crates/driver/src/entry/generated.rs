//! The entry points, by what is done with them. Written by `cargo xtask gen` from the registry's `gl.xml` and the lists
//! in `xtask/src/entry_points`.

use super::table::entry_points;

entry_points! {
    draw {
        glBegin(mode: u32);
        glBitmap(width: i32, height: i32, xorig: f32, yorig: f32, xmove: f32, ymove: f32, bitmap: *const u8);
        glCopyPixels(x: i32, y: i32, width: i32, height: i32, type_: u32);
        glDrawArrays(mode: u32, first: i32, count: i32);
        glDrawArraysEXT(mode: u32, first: i32, count: i32);
        glDrawArraysIndirect(mode: u32, indirect: *const c_void);
        glDrawArraysInstanced(mode: u32, first: i32, count: i32, instancecount: i32);
        glDrawArraysInstancedARB(mode: u32, first: i32, count: i32, primcount: i32);
        glDrawArraysInstancedBaseInstance(mode: u32, first: i32, count: i32, instancecount: i32, baseinstance: u32);
        glDrawArraysInstancedBaseInstanceEXT(mode: u32, first: i32, count: i32, instancecount: i32, baseinstance: u32);
        glDrawArraysInstancedEXT(mode: u32, start: i32, count: i32, primcount: i32);
        glDrawElements(mode: u32, count: i32, type_: u32, indices: *const c_void);
        glDrawElementsBaseVertex(mode: u32, count: i32, type_: u32, indices: *const c_void, basevertex: i32);
        glDrawElementsBaseVertexEXT(mode: u32, count: i32, type_: u32, indices: *const c_void, basevertex: i32);
        glDrawElementsIndirect(mode: u32, type_: u32, indirect: *const c_void);
        glDrawElementsInstanced(mode: u32, count: i32, type_: u32, indices: *const c_void, instancecount: i32);
        glDrawElementsInstancedARB(mode: u32, count: i32, type_: u32, indices: *const c_void, primcount: i32);
        glDrawElementsInstancedBaseInstance(mode: u32, count: i32, type_: u32, indices: *const c_void, instancecount: i32, baseinstance: u32);
        glDrawElementsInstancedBaseInstanceEXT(mode: u32, count: i32, type_: u32, indices: *const c_void, instancecount: i32, baseinstance: u32);
        glDrawElementsInstancedBaseVertex(mode: u32, count: i32, type_: u32, indices: *const c_void, instancecount: i32, basevertex: i32);
        glDrawElementsInstancedBaseVertexBaseInstance(mode: u32, count: i32, type_: u32, indices: *const c_void, instancecount: i32, basevertex: i32, baseinstance: u32);
        glDrawElementsInstancedBaseVertexBaseInstanceEXT(mode: u32, count: i32, type_: u32, indices: *const c_void, instancecount: i32, basevertex: i32, baseinstance: u32);
        glDrawElementsInstancedBaseVertexEXT(mode: u32, count: i32, type_: u32, indices: *const c_void, instancecount: i32, basevertex: i32);
        glDrawElementsInstancedEXT(mode: u32, count: i32, type_: u32, indices: *const c_void, primcount: i32);
        glDrawPixels(width: i32, height: i32, format: u32, type_: u32, pixels: *const c_void);
        glDrawRangeElements(mode: u32, start: u32, end: u32, count: i32, type_: u32, indices: *const c_void);
        glDrawRangeElementsBaseVertex(mode: u32, start: u32, end: u32, count: i32, type_: u32, indices: *const c_void, basevertex: i32);
        glDrawRangeElementsBaseVertexEXT(mode: u32, start: u32, end: u32, count: i32, type_: u32, indices: *const c_void, basevertex: i32);
        glDrawRangeElementsEXT(mode: u32, start: u32, end: u32, count: i32, type_: u32, indices: *const c_void);
        glDrawTransformFeedback(mode: u32, id: u32);
        glDrawTransformFeedbackEXT(mode: u32, id: u32);
        glDrawTransformFeedbackInstanced(mode: u32, id: u32, instancecount: i32);
        glDrawTransformFeedbackInstancedEXT(mode: u32, id: u32, instancecount: i32);
        glDrawTransformFeedbackStream(mode: u32, id: u32, stream: u32);
        glDrawTransformFeedbackStreamInstanced(mode: u32, id: u32, stream: u32, instancecount: i32);
        glEvalMesh1(mode: u32, i1: i32, i2: i32);
        glEvalMesh2(mode: u32, i1: i32, i2: i32, j1: i32, j2: i32);
        glMultiDrawArrays(mode: u32, first: *const i32, count: *const i32, drawcount: i32);
        glMultiDrawArraysEXT(mode: u32, first: *const i32, count: *const i32, primcount: i32);
        glMultiDrawArraysIndirect(mode: u32, indirect: *const c_void, drawcount: i32, stride: i32);
        glMultiDrawArraysIndirectCount(mode: u32, indirect: *const c_void, drawcount: isize, maxdrawcount: i32, stride: i32);
        glMultiDrawArraysIndirectCountARB(mode: u32, indirect: *const c_void, drawcount: isize, maxdrawcount: i32, stride: i32);
        glMultiDrawArraysIndirectEXT(mode: u32, indirect: *const c_void, drawcount: i32, stride: i32);
        glMultiDrawElements(mode: u32, count: *const i32, type_: u32, indices: *const *const c_void, drawcount: i32);
        glMultiDrawElementsBaseVertex(mode: u32, count: *const i32, type_: u32, indices: *const *const c_void, drawcount: i32, basevertex: *const i32);
        glMultiDrawElementsBaseVertexEXT(mode: u32, count: *const i32, type_: u32, indices: *const *const c_void, drawcount: i32, basevertex: *const i32);
        glMultiDrawElementsEXT(mode: u32, count: *const i32, type_: u32, indices: *const *const c_void, primcount: i32);
        glMultiDrawElementsIndirect(mode: u32, type_: u32, indirect: *const c_void, drawcount: i32, stride: i32);
        glMultiDrawElementsIndirectCount(mode: u32, type_: u32, indirect: *const c_void, drawcount: isize, maxdrawcount: i32, stride: i32);
        glMultiDrawElementsIndirectCountARB(mode: u32, type_: u32, indirect: *const c_void, drawcount: isize, maxdrawcount: i32, stride: i32);
        glMultiDrawElementsIndirectEXT(mode: u32, type_: u32, indirect: *const c_void, drawcount: i32, stride: i32);
        glRasterPos2d(x: f64, y: f64);
        glRasterPos2dv(v: *const f64);
        glRasterPos2f(x: f32, y: f32);
        glRasterPos2fv(v: *const f32);
        glRasterPos2i(x: i32, y: i32);
        glRasterPos2iv(v: *const i32);
        glRasterPos2s(x: i16, y: i16);
        glRasterPos2sv(v: *const i16);
        glRasterPos3d(x: f64, y: f64, z: f64);
        glRasterPos3dv(v: *const f64);
        glRasterPos3f(x: f32, y: f32, z: f32);
        glRasterPos3fv(v: *const f32);
        glRasterPos3i(x: i32, y: i32, z: i32);
        glRasterPos3iv(v: *const i32);
        glRasterPos3s(x: i16, y: i16, z: i16);
        glRasterPos3sv(v: *const i16);
        glRasterPos4d(x: f64, y: f64, z: f64, w: f64);
        glRasterPos4dv(v: *const f64);
        glRasterPos4f(x: f32, y: f32, z: f32, w: f32);
        glRasterPos4fv(v: *const f32);
        glRasterPos4i(x: i32, y: i32, z: i32, w: i32);
        glRasterPos4iv(v: *const i32);
        glRasterPos4s(x: i16, y: i16, z: i16, w: i16);
        glRasterPos4sv(v: *const i16);
        glRectd(x1: f64, y1: f64, x2: f64, y2: f64);
        glRectdv(v1: *const f64, v2: *const f64);
        glRectf(x1: f32, y1: f32, x2: f32, y2: f32);
        glRectfv(v1: *const f32, v2: *const f32);
        glRecti(x1: i32, y1: i32, x2: i32, y2: i32);
        glRectiv(v1: *const i32, v2: *const i32);
        glRects(x1: i16, y1: i16, x2: i16, y2: i16);
        glRectsv(v1: *const i16, v2: *const i16);
    }
    change {
        glPopAttrib();
        glUseProgram(program: u32);
        glUseProgramObjectARB(program_obj: u32);
        glBindProgramPipeline(pipeline: u32);
        glNamedProgramLocalParameter4dEXT(program: u32, target: u32, index: u32, x: f64, y: f64, z: f64, w: f64);
        glNamedProgramLocalParameter4dvEXT(program: u32, target: u32, index: u32, params: *const f64);
        glNamedProgramLocalParameter4fEXT(program: u32, target: u32, index: u32, x: f32, y: f32, z: f32, w: f32);
        glNamedProgramLocalParameter4fvEXT(program: u32, target: u32, index: u32, params: *const f32);
        glNamedProgramLocalParameters4fvEXT(program: u32, target: u32, index: u32, count: i32, params: *const f32);
    }
    parameter {
        glProgramEnvParameter4dARB(target: u32, index: u32, x: f64, y: f64, z: f64, w: f64);
        glProgramEnvParameter4dvARB(target: u32, index: u32, params: *const f64);
        glProgramEnvParameter4fARB(target: u32, index: u32, x: f32, y: f32, z: f32, w: f32);
        glProgramEnvParameter4fvARB(target: u32, index: u32, params: *const f32);
        glProgramEnvParameters4fvEXT(target: u32, index: u32, count: i32, params: *const f32);
        glProgramLocalParameter4dARB(target: u32, index: u32, x: f64, y: f64, z: f64, w: f64);
        glProgramLocalParameter4dvARB(target: u32, index: u32, params: *const f64);
        glProgramLocalParameter4fARB(target: u32, index: u32, x: f32, y: f32, z: f32, w: f32);
        glProgramLocalParameter4fvARB(target: u32, index: u32, params: *const f32);
        glProgramLocalParameters4fvEXT(target: u32, index: u32, count: i32, params: *const f32);
    }
    own {
        glGetError() -> u32;
        glEnable(cap: u32);
        glDisable(cap: u32);
        glIsEnabled(cap: u32) -> u8;
        glNewList(list: u32, mode: u32);
        glEndList();
        glCallList(list: u32);
        glCallLists(n: i32, type_: u32, lists: *const c_void);
        glGetString(name: u32) -> *const u8;
        glGetStringi(name: u32, index: u32) -> *const u8;
        glGetIntegerv(pname: u32, data: *mut i32);
        glBindProgramARB(target: u32, program: u32);
        glBindProgramNV(target: u32, id: u32);
        glDeleteProgramsARB(n: i32, programs: *const u32);
        glDeleteProgramsNV(n: i32, programs: *const u32);
        glProgramStringARB(target: u32, format: u32, len: i32, string: *const c_void);
        glLoadProgramNV(target: u32, id: u32, len: i32, program: *const u8);
        glGetProgramivARB(target: u32, pname: u32, params: *mut i32);
        glGetProgramStringARB(target: u32, pname: u32, string: *mut c_void);
        glProgramParameter4fNV(target: u32, index: u32, x: f32, y: f32, z: f32, w: f32);
        glProgramParameter4fvNV(target: u32, index: u32, v: *const f32);
        glProgramNamedParameter4fNV(id: u32, len: i32, name: *const u8, x: f32, y: f32, z: f32, w: f32);
        glProgramNamedParameter4fvNV(id: u32, len: i32, name: *const u8, v: *const f32);
    }
    called {
        glCreateShader(type_: u32) -> u32;
        glShaderSource(shader: u32, count: i32, string: *const *const c_char, length: *const i32);
        glCompileShader(shader: u32);
        glGetShaderiv(shader: u32, pname: u32, params: *mut i32);
        glGetShaderInfoLog(shader: u32, buf_size: i32, length: *mut i32, info_log: *mut c_char);
        glDeleteShader(shader: u32);
        glCreateProgram() -> u32;
        glAttachShader(program: u32, shader: u32);
        glBindAttribLocation(program: u32, index: u32, name: *const c_char);
        glLinkProgram(program: u32);
        glGetProgramiv(program: u32, pname: u32, params: *mut i32);
        glGetProgramInfoLog(program: u32, buf_size: i32, length: *mut i32, info_log: *mut c_char);
        glDeleteProgram(program: u32);
        glGetUniformLocation(program: u32, name: *const c_char) -> i32;
        glUniform4fv(location: i32, count: i32, value: *const f32);
        glUniform2f(location: i32, v0: f32, v1: f32);
        glUniform1f(location: i32, v0: f32);
        glUniform1i(location: i32, v0: i32);
        glMatrixMode(mode: u32);
        glGetFloatv(pname: u32, data: *mut f32);
        glGetProgramLocalParameterfvARB(target: u32, index: u32, params: *mut f32);
        glGetProgramEnvParameterfvARB(target: u32, index: u32, params: *mut f32);
    }
}
