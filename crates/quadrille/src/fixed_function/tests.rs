//! What files choose, and where they are wrong.

use super::FixedFunction;

/// source: OpenGL 2.1, 2.14.1 (a directional light has no attenuation; a spot has a factor), 2.11.4 (sphere maps), 3.8.13
/// (COMBINE), 3.10 (fog)
#[test]
fn a_file_chooses_what_is_computed() {
    let state = r#"{
        "lighting": { "lights": [null, { "positional": true, "spot": true }], "two_side": true,
                      "color_material": { "faces": "front", "mode": "diffuse" } },
        "normalize": true,
        "fog": { "mode": "exp2" },
        "texture_units": [
            { "target": "2D", "generation": { "s": "sphere_map", "t": "sphere_map" }, "matrix": true },
            { "target": "CUBE", "environment": "combine",
              "combine_rgb": { "function": "interpolate", "sources": ["texture0", "previous", "constant"], "scale": 2 } }
        ]
    }"#;
    let fixed = FixedFunction::read(state).expect("it is right");
    let fragment = fixed.fragment();
    for part in [
        "OPTION ARB_fog_exp2;",
        "texture[1], CUBE;",
        "MUL color.xyz, color, texture0;",
        "LRP combined.xyz, argument2, argument0, argument1;",
        "MUL_SAT combined.xyz, combined, 2.0;",
    ] {
        assert!(fragment.contains(part), "{part}: {fragment}");
    }
    let vertex = fixed.vertex(None);
    for part in [
        "state.light[1].spot.direction",
        "result.color.back.primary",
        "ADD coordinate0.x, sphere, 0.5;",
        "state.matrix.texture[0].row[0]",
        "ABS result.fogcoord.x, eye.z;",
        "vertex.color",
    ] {
        assert!(vertex.contains(part), "{part}: {vertex}");
    }
    assert!(!vertex.contains("state.light[0]"), "{vertex}");
}

#[test]
fn what_is_wrong_has_a_place() {
    for (state, message) in [
        (r#"{ "lihgting": {} }"#, "unknown field `lihgting`"),
        (
            "{\n \"texture_units\": [{ \"target\": \"4D\" }] }",
            "unknown variant `4D`",
        ),
        (
            r#"{ "texture_units": [{ "target": "2D", "generation": { "q": "normal_map" } }] }"#,
            "unknown variant `normal_map`",
        ),
        (
            r#"{ "lighting": { "lights": [null,null,null,null,null,null,null,null,null] } }"#,
            "there are 8 of these at most",
        ),
        (r#"{ "clip_planes": [8] }"#, "clip planes are numbered 0 to 7"),
        ("[", "EOF while parsing"),
    ] {
        let error = FixedFunction::read(state).expect_err(state).to_string();
        assert!(error.contains(message) && error.contains(" at line "), "{error}");
    }
}
