//! Viewports that geometry programs choose.

mod scenes_support;

use scenes_support::passes;

/// source: ARB_viewport_array: result.viewport chooses the viewport of a primitive, and fragment.viewport tells it
/// (ARB_fragment_layer_viewport); NV_viewport_array2: result.viewportmask draws it in each viewport of the mask
#[test]
fn viewports() {
    let scene = |option: &str, result: &str, value: &str| {
        format!(
            "[require]
SIZE 8 8
[vertex program]
!!NVvp4.0
MOV result.position, vertex.position;
END
[geometry program]
!!NVgp5.0
OPTION {option};
PRIMITIVE_IN TRIANGLES;
PRIMITIVE_OUT TRIANGLE_STRIP;
VERTICES_OUT 3;
ATTRIB p = vertex.position;
INT TEMP i;
MOV.S i.x, 0;
REP.S {{ 3, 0, 0, 0 }};
  MOV result.position, p[i.x];
  MOV.S {result}.x, {value};
  EMIT;
  ADD.S i.x, i.x, 1;
ENDREP;
END
[fragment program]
!!NVfp5.0
OPTION ARB_fragment_layer_viewport;
TEMP v;
I2F.S v.x, fragment.viewport.x;
MUL result.color, v.x, 0.25;
END
[test]
clear color 1 1 1 1
clear
viewport indexed 2 4 0 4 8
viewport indexed 3 0 4 4 4
draw rect -1 -1 2 2
"
        )
    };
    passes(
        &(scene("ARB_viewport_array", "result.viewport", "2")
            + "probe rect rgba (0, 0, 4, 8) (1, 1, 1, 1)\nprobe rect rgba (4, 0, 4, 8) (0.5, 0.5, 0.5, 0.5)\n"),
    );
    passes(
        &(scene("NV_viewport_array2", "result.viewportmask", "12")
            + "probe rect rgba (0, 0, 4, 4) (1, 1, 1, 1)\nprobe rect rgba (4, 0, 4, 8) (0.5, 0.5, 0.5, 0.5)\n\
           probe rect rgba (0, 4, 4, 4) (0.75, 0.75, 0.75, 0.75)\n"),
    );
}
