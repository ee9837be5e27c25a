//! Layers and viewports that programs choose, and layers that fragments read.

mod scenes_support;

use scenes_support::passes;

/// A scene with `vertex` and `geometry` programs before a fragment program that gives the number of its layer or its
/// viewport in quarters.
fn scene(require: &str, vertex: &str, geometry: &str, number: &str, test: &str) -> String {
    format!(
        "[require]
{require}
[vertex program]
{vertex}
{geometry}
[fragment program]
!!NVfp5.0
OPTION ARB_fragment_layer_viewport;
TEMP n;
I2F.S n.x, fragment.{number}.x;
MUL result.color, n.x, 0.25;
END
[test]
clear color 1 1 1 1
clear
{test}
"
    )
}

/// The same of four layers.
fn layered(vertex: &str, geometry: &str, test: &str) -> String {
    scene("SIZE 4 4\nLAYERS 4", vertex, geometry, "layer", test)
}

const PLAIN: &str = "!!NVvp4.0\nMOV result.position, vertex.position;\nEND";

/// Draws each triangle again in each layer that is named.
fn in_layers(layers: &[i32]) -> String {
    let mut text = "[geometry program]
!!NVgp4.0
PRIMITIVE_IN TRIANGLES;
PRIMITIVE_OUT TRIANGLE_STRIP;
VERTICES_OUT 12;
"
    .to_owned();
    for layer in layers {
        for vertex in 0..3 {
            text += &format!(
                "MOV result.position, vertex[{vertex}].position;\nMOV.S result.layer.x, {layer};\nEMIT;\n"
            );
        }
        text += "ENDPRIM;\n";
    }
    text + "END"
}

/// source: NV_geometry_program4 4.4.7: the layer of a triangle is that of its provoking vertex; a clear clears all
/// layers, and reads are of layer 0. ARB_fragment_layer_viewport: fragments read the number that was written.
#[test]
fn geometry_programs_choose_layers() {
    passes(&layered(
        PLAIN,
        &in_layers(&[1, 3]),
        "draw rect -1 -1 1 2
probe all rgba 1 1 1 1
read layer 1
probe rect rgba (0, 0, 2, 4) (0.25, 0.25, 0.25, 0.25)
probe rect rgba (2, 0, 2, 4) (1, 1, 1, 1)
read layer 2
probe all rgba 1 1 1 1
read layer 3
probe rect rgba (0, 0, 2, 4) (0.75, 0.75, 0.75, 0.75)",
    ));
}

/// source: NV_geometry_program4 4.4.7: what a layer gets that does not exist is undefined; here it is not drawn.
/// Without a program that writes the layer, all is drawn in layer 0.
#[test]
fn layers_that_do_not_exist_are_not_drawn() {
    passes(&layered(
        PLAIN,
        &in_layers(&[-1, 4, 2]),
        "draw rect -1 -1 2 2
probe all rgba 1 1 1 1
read layer 2
probe all rgba 0.5 0.5 0.5 0.5
read layer 3
probe all rgba 1 1 1 1",
    ));
    passes(&layered(
        PLAIN,
        "",
        "draw rect -1 -1 2 2\nprobe all rgba 0 0 0 0\nread layer 1\nprobe all rgba 1 1 1 1",
    ));
}

/// source: NV_geometry_program4 4.4.7: a layer has no effect if the framebuffer is not layered
#[test]
fn without_layers_the_number_has_no_effect() {
    let scene = layered(
        PLAIN,
        &in_layers(&[2]),
        "draw rect -1 -1 2 2\nprobe all rgba 0.5 0.5 0.5 0.5",
    );
    passes(&scene.replace("LAYERS 4\n", ""));
}

/// source: NV_viewport_array2: with its option vertex programs write result.layer and result.viewportmask; with
/// NV_layer_viewport_relative the number of the viewport is added to the layer
#[test]
fn vertex_programs_choose_too() {
    let vertex = |options: &str| {
        format!(
            "!!NVvp5.0
{options}
MOV result.position, vertex.position;
MOV.S result.layer.x, 1;
MOV.S result.viewportmask[0].x, 5;
END"
        )
    };
    let viewports = "viewport indexed 0 0 0 2 4\nviewport indexed 2 2 0 2 4\ndraw rect -1 -1 2 2\n";
    let own = vertex("OPTION NV_viewport_array2;");
    passes(&layered(
        &own,
        "",
        &format!(
            "{viewports}read layer 1\nprobe all rgba 0.25 0.25 0.25 0.25\nread layer 3\nprobe all rgba 1 1 1 1"
        ),
    ));
    let relative = vertex("OPTION NV_viewport_array2;\nOPTION NV_layer_viewport_relative;");
    passes(&layered(
        &relative,
        "",
        &format!(
            "{viewports}read layer 1
probe rect rgba (0, 0, 2, 4) (0.25, 0.25, 0.25, 0.25)
probe rect rgba (2, 0, 2, 4) (1, 1, 1, 1)
read layer 3
probe rect rgba (0, 0, 2, 4) (1, 1, 1, 1)
probe rect rgba (2, 0, 2, 4) (0.75, 0.75, 0.75, 0.75)"
        ),
    ));
}

/// source: NV_geometry_program4 4.4.7: the layer chooses the image of the depth buffer as well
#[test]
fn each_layer_has_its_depths() {
    passes(&layered(
        PLAIN,
        &in_layers(&[1]),
        "clear depth 1
clear
enable GL_DEPTH_TEST
draw rect -1 -1 2 2
probe depth 0 0 1
read layer 1
probe depth 0 0 0.5",
    ));
}

/// source: ARB_viewport_array: result.viewport chooses the viewport of a primitive, and fragment.viewport tells it
/// (ARB_fragment_layer_viewport); NV_viewport_array2: result.viewportmask draws it in each viewport of the mask
#[test]
fn viewports() {
    let in_viewports = |option: &str, result: &str, value: &str, test: &str| {
        let geometry = format!(
            "[geometry program]
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
END"
        );
        let test =
            format!("viewport indexed 2 4 0 4 8\nviewport indexed 3 0 4 4 4\ndraw rect -1 -1 2 2\n{test}");
        passes(&scene("SIZE 8 8", PLAIN, &geometry, "viewport", &test));
    };
    in_viewports(
        "ARB_viewport_array",
        "result.viewport",
        "2",
        "probe rect rgba (0, 0, 4, 8) (1, 1, 1, 1)
probe rect rgba (4, 0, 4, 8) (0.5, 0.5, 0.5, 0.5)",
    );
    in_viewports(
        "NV_viewport_array2",
        "result.viewportmask",
        "12",
        "probe rect rgba (0, 0, 4, 4) (1, 1, 1, 1)
probe rect rgba (4, 0, 4, 8) (0.5, 0.5, 0.5, 0.5)
probe rect rgba (0, 4, 4, 4) (0.75, 0.75, 0.75, 0.75)",
    );
}
