//! Framebuffers of several samples. The four samples of a pixel lie at (0.375, 0.125), (0.875, 0.375), (0.125, 0.625)
//! and (0.625, 0.875) from its lower left corner; docs/drawing.md says so, and what is expected follows by hand.

mod scenes_support;

use scenes_support::passes;

/// A scene of 4×4 pixels of four samples in window coordinates; `fragment` is the body of a fragment program.
fn scene(fragment: &str, test: &str) -> String {
    format!(
        "[require]
SIZE 4 4
SAMPLES 4
[fragment program]
!!NVfp5.0
{fragment}
END
[test]
clear color 0 0 0 0
clear
ortho
color 1 1 1 1
{test}
"
    )
}

const WHITE: &str = "MOV result.color, fragment.color;";

/// source: GL 2.1, 3.5.6: a sample is covered if it is inside; ARB_multisample: the colours of samples come to their
/// mean. Left of x = 1.5 lie samples 0 and 2 of the second column.
#[test]
fn samples_are_covered_one_by_one() {
    passes(&scene(
        WHITE,
        "draw rect 0 0 1.5 4
probe rect rgba (0, 0, 1, 4) (1, 1, 1, 1)
probe rect rgba (1, 0, 1, 4) (0.5, 0.5, 0.5, 0.5)
probe rect rgba (2, 0, 2, 4) (0, 0, 0, 0)
read sample 0
probe rect rgba (1, 0, 1, 4) (1, 1, 1, 1)
read sample 1
probe rect rgba (1, 0, 1, 4) (0, 0, 0, 0)
read sample 2
probe rect rgba (1, 0, 1, 4) (1, 1, 1, 1)
read samples
probe rect rgba (1, 0, 1, 4) (0.5, 0.5, 0.5, 0.5)",
    ));
}

/// source: GL 2.1, 3.2.1: with MULTISAMPLE disabled shapes are sampled at centres and cover all samples; the centre
/// of the second column lies on the right edge, which is not covered
#[test]
fn without_multisampling_all_samples_are_covered() {
    passes(&scene(
        "MOV.S result.samplemask.x, 1;\nMOV result.color, fragment.color;",
        "disable GL_MULTISAMPLE
draw rect 0 0 1.5 4
probe rect rgba (0, 0, 1, 4) (1, 1, 1, 1)
probe rect rgba (1, 0, 3, 4) (0, 0, 0, 0)
draw rect 2.25 0 1.5 4
probe rect rgba (2, 0, 2, 4) (1, 1, 1, 1)",
    ));
}

/// source: ARB_sample_shading 3.11: the number of the sample, and the program runs for each
#[test]
fn fragments_have_the_number_of_their_sample() {
    let body = "TEMP n;\nI2F.S n.x, fragment.sampleid.x;\nMUL result.color, n.x, 0.25;";
    let each = "read sample 0\nprobe all rgba 0 0 0 0\nread sample 1\nprobe all rgba 0.25 0.25 0.25 0.25
read sample 2\nprobe all rgba 0.5 0.5 0.5 0.5\nread sample 3\nprobe all rgba 0.75 0.75 0.75 0.75";
    passes(&scene(body, &format!("draw rect 0 0 4 4\n{each}")));
    // 3.11: without multisample rasterization it is always zero.
    passes(&scene(
        body,
        "clear color 1 1 1 1\nclear\ndisable GL_MULTISAMPLE\ndraw rect 0 0 4 4\nprobe all rgba 0 0 0 0",
    ));
}

/// source: NV_gpu_program5 2.X.3.2: one bit for each covered sample; ARB_gpu_shader5 3.12.2: those that SAMPLE_MASK
/// takes away are not among them, and of a fragment for one sample its bit is set alone
#[test]
fn fragments_have_their_coverage() {
    let body = "TEMP n;\nI2F.S n.x, fragment.samplemask.x;\nMUL result.color, n.x, 0.0625;";
    // One triangle, whose right edge is at x = 1.5. 0.3125 is 5/16, samples 0 and 2; 0.9375 is 15/16.
    let data = "[vertex data]\n0/float/2\n1.5 -10\n1.5 14\n-20 2\n[test]";
    let text = scene(
        body,
        "draw arrays GL_TRIANGLES 0 3
probe rect rgba (0, 0, 1, 4) (0.9375, 0.9375, 0.9375, 0.9375)
read sample 0
probe rect rgba (1, 0, 1, 4) (0.3125, 0.3125, 0.3125, 0.3125)
enable GL_SAMPLE_MASK
samplemask 6
draw arrays GL_TRIANGLES 0 3
read sample 2
probe rect rgba (0, 0, 1, 4) (0.375, 0.375, 0.375, 0.375)
probe rect rgba (1, 0, 1, 4) (0.25, 0.25, 0.25, 0.25)",
    );
    passes(&text.replace("[test]", data));
    passes(&scene(
        body,
        "enable GL_SAMPLE_SHADING
minsampleshading 1
draw rect 0 0 4 4
read sample 1
probe all rgba 0.125 0.125 0.125 0.125
read sample 3
probe all rgba 0.5 0.5 0.5 0.5",
    ));
}

/// source: ARB_sample_shading 4.1.3: coverage is ANDed with the mask that the program writes; bits of samples that are
/// not covered have no effect, but with NV_sample_mask_override_coverage, where the mask replaces coverage
#[test]
fn programs_write_the_mask() {
    let body = "MOV.S result.samplemask.x, 10;\nMOV result.color, fragment.color;";
    let left = "draw rect 0 0 1.5 4\nread sample 0\nprobe all rgba 0 0 0 0\nread sample 1
probe rect rgba (0, 0, 1, 4) (1, 1, 1, 1)\n";
    passes(&scene(
        body,
        &format!("{left}probe rect rgba (1, 0, 3, 4) (0, 0, 0, 0)"),
    ));
    passes(&scene(
        &format!("OPTION NV_sample_mask_override_coverage;\n{body}"),
        &format!(
            "{left}probe rect rgba (1, 0, 1, 4) (1, 1, 1, 1)\nprobe rect rgba (2, 0, 2, 4) (0, 0, 0, 0)"
        ),
    ));
}

/// source: GL 2.1, 4.1.3: alpha in proportion to the number of samples; then alpha is 1 with SAMPLE_ALPHA_TO_ONE; then
/// SAMPLE_COVERAGE, with its inverse; NV_explicit_multisample: then SAMPLE_MASK
#[test]
fn alpha_and_state_make_coverage() {
    passes(&scene(
        WHITE,
        "color 1 0 0 0.5
enable GL_SAMPLE_ALPHA_TO_COVERAGE
draw rect 0 0 4 4
probe all rgba 0.5 0 0 0.25
clear
enable GL_SAMPLE_ALPHA_TO_ONE
draw rect 0 0 4 4
probe all rgba 0.5 0 0 0.5
clear
disable GL_SAMPLE_ALPHA_TO_COVERAGE
enable GL_ALPHA_TEST
alphafunc GREATER 0.75
draw rect 0 0 4 4
probe all rgba 1 0 0 1",
    ));
    passes(&scene(
        WHITE,
        "enable GL_SAMPLE_COVERAGE
samplecoverage 0.25 FALSE
draw rect 0 0 4 4
probe all rgba 0.25 0.25 0.25 0.25
clear
samplecoverage 0.25 TRUE
draw rect 0 0 4 4
probe all rgba 0.75 0.75 0.75 0.75
clear
disable GL_SAMPLE_COVERAGE
enable GL_SAMPLE_MASK
samplemask 8
draw rect 0 0 4 4
read sample 3
probe all rgba 1 1 1 1
read sample 2
probe all rgba 0 0 0 0",
    ));
}

/// Texture coordinate s is x, t is y, in pixels, over the rectangle that is drawn.
const ACROSS: &str = "draw rect tex 0 0 1.5 4 0 0 1.5 4\n";

/// source: NV_gpu_program4_1 as NV_gpu_program5 issue 8 has it: SAMPLE interpolates at the sample; the second column
/// begins at s = 1, a quarter of s is written
#[test]
fn attributes_at_samples() {
    passes(&scene(
        "SAMPLE ATTRIB place = fragment.texcoord[0];\nMUL result.color, place.xyxy, 0.25;",
        &format!(
            "{ACROSS}tolerance 0.002 0.002 0.002 0.002
read sample 0
probe rgba 1 2 0.34375 0.53125 0.34375 0.53125
read sample 2
probe rgba 1 2 0.28125 0.65625 0.28125 0.65625
read sample 1
probe rgba 0 0 0.21875 0.09375 0.21875 0.09375"
        ),
    ));
}

/// source: NV_fragment_program4 2.X.3.2: CENTROID takes a point inside the primitive: here the mean of the covered
/// samples, (0.25, 0.375) of samples 0 and 2; without it the centre of the pixel is taken
#[test]
fn attributes_at_centroids() {
    let wanted = "tolerance 0.002 0.002 0.002 0.002
probe rgba 0 2 0.125 0.625 0.125 0.625
read sample 0
probe rgba 1 2 ";
    passes(&scene(
        "CENTROID ATTRIB place = fragment.texcoord[0];\nMUL result.color, place.xyxy, 0.25;",
        &format!("{ACROSS}{wanted}0.3125 0.59375 0.3125 0.59375"),
    ));
    passes(&scene(
        "MUL result.color, fragment.texcoord[0].xyxy, 0.25;",
        &format!("{ACROSS}{wanted}0.375 0.625 0.375 0.625"),
    ));
}

/// source: NV_gpu_program5 2.X.8.Z: IPAC is at the centroid, IPAS at the sample with a number, IPAO at an offset from
/// the centre of the pixel, whatever the attribute is declared as
#[test]
fn instructions_take_attributes_elsewhere() {
    let body = |instruction: &str, modifier: &str| {
        format!(
            "{modifier} ATTRIB place = fragment.texcoord[0];
TEMP p;
{instruction};
MUL result.color, p.xyxy, 0.25;"
        )
    };
    for (instruction, wanted) in [
        ("IPAC p, place", "0.3125 0.59375 0.3125 0.59375"),
        ("IPAS p, place, 1", "0.46875 0.59375 0.46875 0.59375"),
        (
            "IPAO p, place, { -0.25, 0.25, 0, 0 }",
            "0.3125 0.6875 0.3125 0.6875",
        ),
    ] {
        for modifier in ["", "CENTROID"] {
            let test =
                format!("{ACROSS}tolerance 0.002 0.002 0.002 0.002\nread sample 0\nprobe rgba 1 2 {wanted}");
            passes(&scene(&body(instruction, modifier), &test));
        }
    }
}

/// source: ARB_sample_shading 3.2.1: with a fraction of 1 all values are those at the samples, also the position; y of
/// sample 3 of row 1 is 1.875
#[test]
fn sample_shading_takes_all_at_samples() {
    passes(&scene(
        "MUL result.color, fragment.position.xyxy, 0.25;",
        "enable GL_SAMPLE_SHADING
minsampleshading 1
draw rect 0 0 4 4
tolerance 0.002 0.002 0.002 0.002
read sample 3
probe rgba 0 1 0.15625 0.46875 0.15625 0.46875
disable GL_SAMPLE_SHADING
draw rect 0 0 4 4
probe rgba 0 1 0.125 0.375 0.125 0.375",
    ));
}

/// source: ARB_multisample 4.1: the depth test has a depth for each sample. Depth goes from 0 at the left to 1 at the
/// right edge, so that 0.375 is met at x = 1.5, of which samples 0 and 2 of the second column lie to the left.
#[test]
fn samples_have_depths() {
    let text = scene(
        WHITE,
        "clear depth 0.375
clear
enable GL_DEPTH_TEST
draw arrays GL_TRIANGLE_STRIP 0 4
probe rect rgba (0, 0, 1, 4) (1, 1, 1, 1)
probe rect rgba (1, 0, 1, 4) (0.5, 0.5, 0.5, 0.5)
probe rect rgba (2, 0, 2, 4) (0, 0, 0, 0)
read sample 2
tolerance 0.002 0.002 0.002 0.002
probe rgba 1 0 1 1 1 1",
    );
    // Object z from 1 to −1 is depth from 0 to 1.
    let data = "[vertex data]\n0/float/4\n0 0 1 1\n4 0 -1 1\n0 4 1 1\n4 4 -1 1\n[test]";
    passes(&text.replace("[test]", data));
}

/// source: GL 2.1, 3.3.3: a point covers the samples in a circle of its size around it. Of the pixel whose centre is
/// (1.5, 1.5) away from a point of size 4, the samples are 1.78, 2.33, 1.98 and 2.48 away, so that two are within 2.
#[test]
fn points_are_discs() {
    let data = "[vertex data]\n0/float/4\n2 2 0 1\n[test]";
    let text = scene(
        WHITE,
        "pointsize 4
draw arrays GL_POINTS 0 1
probe rgba 2 2 1 1 1 1
probe rgba 3 3 0.5 0.5 0.5 0.5
read sample 0
probe rgba 3 3 1 1 1 1
read sample 1
probe rgba 3 3 0 0 0 0
read sample 2
probe rgba 3 3 1 1 1 1
read sample 3
probe rgba 3 3 0 0 0 0",
    );
    passes(&text.replace("[test]", data));
}

/// source: ARB_sample_shading 3.2.1: a fragment program that runs for each sample changes no depth: each sample has that of
/// its own place, which a second draw of the same slope equals
#[test]
fn samples_keep_their_depths_when_each_is_shaded() {
    let data = "[vertex data]\n0/float/4\n0 0 -0.9 1\n4 0 0.1 1\n0 4 0.5 1\n4 4 1.5 1\n[test]";
    let text = scene(
        WHITE,
        "enable DEPTH_TEST
clear depth 1
clear
draw arrays TRIANGLE_STRIP 0 3
clear color 0 0 0 0
depthfunc EQUAL
enable SAMPLE_SHADING
minsampleshading 1
logicop CLEAR
enable COLOR_LOGIC_OP
draw arrays TRIANGLE_STRIP 0 3
probe all rgba 0 0 0 0",
    );
    passes(&text.replace("[test]", data));
}

/// source: ARB_multisample 4.1: the stencil test is made for each sample
#[test]
fn samples_have_stencil_values() {
    passes(&scene(
        WHITE,
        "clear stencil 0
clear
enable GL_STENCIL_TEST
stencilfunc front_and_back EQUAL 0 255
stencilop front_and_back KEEP KEEP INCR
draw rect 0 0 1.5 4
color 0 1 0 1
draw rect 0 0 4 4
probe rgba 0 0 1 1 1 1
probe rgba 1 0 0.5 1 0.5 1
probe rgba 2 0 0 1 0 1",
    ));
}

/// source: EXT_post_depth_coverage: the mask is what the early tests left: of depths below 0.375 samples 0 and 2
#[test]
fn coverage_after_early_tests() {
    let body = |option: &str| {
        format!(
            "OPTION NV_early_fragment_tests;\n{option}\nTEMP n;\nI2F.S n.x, fragment.samplemask.x;
MUL result.color, n.x, 0.0625;"
        )
    };
    for (option, wanted) in [
        ("OPTION EXT_post_depth_coverage;", "0.3125 0.3125 0.3125 0.3125"),
        ("", "0.9375 0.9375 0.9375 0.9375"),
    ] {
        let text = scene(
            &body(option),
            &format!(
                "clear depth 0.375\nclear\nenable GL_DEPTH_TEST\ndraw arrays GL_TRIANGLE_STRIP 0 4
read sample 0\nprobe rgba 1 0 {wanted}\nread sample 1\nprobe rgba 1 0 0 0 0 0"
            ),
        );
        let data = "[vertex data]\n0/float/4\n0 0 1 1\n4 0 -1 1\n0 4 1 1\n4 4 -1 1\n[test]";
        passes(&text.replace("[test]", data));
    }
}

/// source: GL 2.1, 3.3.3 and 3.4.4: a point is a disc of its size, a sprite a square, a line a rectangle of its length
/// and width. Of a disc of radius 0.4 around a pixel's centre all four samples lie within √40/16 = 0.395; of a square
/// of side 0.5 none lies within 0.25, but (0.375, 0.125) and its like lie 0.375 away.
#[test]
fn points_and_lines() {
    let data = "[vertex data]\n0/float/4\n1.5 1.5 0 1\n0 2.625 0 1\n4 2.625 0 1\n[test]";
    let text = scene(
        WHITE,
        "pointsize 0.8
draw arrays GL_POINTS 0 1
probe rgba 1 1 1 1 1 1
probe rgba 2 1 0 0 0 0
clear
pointsize 0.5
enable GL_POINT_SPRITE
draw arrays GL_POINTS 0 1
probe all rgba 0 0 0 0
pointsize 0.76
draw arrays GL_POINTS 0 1
probe rgba 1 1 1 1 1 1
clear
linewidth 0.5
draw arrays GL_LINES 1 2
probe rect rgba (0, 2, 4, 1) (0.5, 0.5, 0.5, 0.5)
probe rect rgba (0, 1, 4, 1) (0, 0, 0, 0)
read sample 2
probe rect rgba (0, 2, 4, 1) (1, 1, 1, 1)",
    );
    passes(&text.replace("[test]", data));
}

/// source: NV_explicit_multisample, NV_texture_multisample: TXFMS gives one sample of a texel, by the number that the
/// framebuffer has for it
#[test]
fn programs_fetch_the_samples_that_were_drawn() {
    for (make, target, option) in [
        ("samples", "2DMS", ""),
        (
            "renderbuffer",
            "RENDERBUFFER",
            "OPTION NV_explicit_multisample;\n",
        ),
    ] {
        let text = scene(
            &format!(
                "{option}INT TEMP at;\nMOV.S at, {{ 1, 2, 0, 2 }};\nTXFMS result.color, at, texture[0], {target};"
            ),
            &format!(
                "disable GL_FRAGMENT_PROGRAM
draw rect 0 0 1.5 4
texture framebuffer 0 {make}
enable GL_FRAGMENT_PROGRAM
clear
draw rect 0 0 4 4
probe all rgba 1 1 1 1"
            ),
        );
        passes(&text);
        passes(
            &text
                .replace("{ 1, 2, 0, 2 }", "{ 1, 2, 0, 1 }")
                .replace("probe all rgba 1 1 1 1", "probe all rgba 0 0 0 0"),
        );
    }
}
