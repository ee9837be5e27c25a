//! The offsets of parameters in the uniform blocks of the shaders.

use std::sync::{Arc, Mutex};

use quadrille::scene::{NoFiles, SceneOptions, Verdict};
use quadrille::{Device, DeviceError, Framebuffer, Session, run_scene};
use quadrille_pipeline::{DeviceDispatch, DeviceDraw, LeftHere};
use quadrille_translate::{Options, Target};
use quadrille_translated::Translated;

use crate::parameters;

/// A device that draws nothing and keeps the blocks of what it is to draw.
#[derive(Default)]
struct Blocks(Mutex<Vec<Vec<f32>>>);

impl Device for Blocks {
    fn draw(&self, framebuffer: &mut Framebuffer, draw: &DeviceDraw<'_>) -> Result<(), DeviceError> {
        let translated = Translated::of_draw(draw, &Options::new(Target::SpirvVulkan))?;
        let blocks = parameters::blocks(&translated, framebuffer.height()).into_iter();
        let numbers = |bytes: &[u8]| bytemuck::pod_collect_to_vec::<u8, f32>(bytes);
        *self.0.lock().expect("one draw") = blocks.map(|block| numbers(&block.bytes)).collect();
        Ok(())
    }

    fn leaves(&self, _: &DeviceDraw<'_>) -> Option<LeftHere> {
        None
    }

    fn dispatch(&self, _: &DeviceDispatch<'_>) -> Result<(), DeviceError> {
        Err(DeviceError::unsupported("nothing is computed here"))
    }
}

/// Elements of arrays are four floats each, those that nobody reads too; arrays follow one another.
///
/// source: OpenGL 4.5, 7.6.2.2 (std140), which is Vulkan's layout of uniform blocks too
#[test]
fn vectors_and_arrays_lie_as_std140_says() {
    let scene = "[fragment program]\n!!ARBfp1.0\nPARAM a = program.local[1];\nPARAM b[2] = { program.env[4..5] };\n\
        TEMP t;\nMOV t, a;\nADD t, t, b[0];\nADD result.color, t, b[1];\nEND\n[test]\n\
        parameter local_fp 1 (1, 2, 3, 4)\nparameter env_fp 4 (5, 6, 7, 8)\nparameter env_fp 5 (9, 10, 11, 12)\n\
        draw rect -1 -1 2 2\n";
    let device = Arc::new(Blocks::default());
    let session = Session::new();
    let options = SceneOptions {
        device: Some(device.clone()),
        ..SceneOptions::new(&session, &NoFiles)
    };
    assert_eq!(run_scene("a.shader_test", scene, &options).verdict, Verdict::Pass);
    let blocks = device.0.lock().expect("nobody draws");
    let fragment = blocks.last().expect("the fragment program has parameters");
    let locals = [[0.0; 4], [1.0, 2.0, 3.0, 4.0]];
    let mut environment = [[0.0; 4]; 6];
    (environment[4], environment[5]) = ([5.0, 6.0, 7.0, 8.0], [9.0, 10.0, 11.0, 12.0]);
    let wanted = [locals.as_flattened(), environment.as_flattened()].concat();
    assert_eq!(fragment, &wanted);
}
