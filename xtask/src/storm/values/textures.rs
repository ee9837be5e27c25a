//! The textures of a case: one for each unit that the program samples, of small sizes, so that the weights of
//! filters are exact.

use quadrille_isa::gl::TextureTarget;
use quadrille_isa::gl::texture::{ObjectTargetRow, Sampling};
use quadrille_program::TextureUse;
use quadrille_testkit::choices::Choices;

const COLORS: [&str; 4] = ["GL_RGBA32F", "GL_RGBA32F", "GL_RGBA16F", "GL_RGB32F"];
const WRAPS: [&str; 5] = [
    "repeat",
    "clamp_to_edge",
    "clamp_to_border",
    "mirrored_repeat",
    "repeat",
];
const EDGES: [&str; 2] = ["clamp_to_edge", "clamp_to_border"];
const COMPARISONS: [&str; 6] = ["lequal", "gequal", "less", "greater", "always", "never"];

/// The commands that make the textures.
pub(super) fn text(uses: &[TextureUse], choices: &mut Choices<'_>) -> String {
    let mut text = String::new();
    for used in uses {
        text += &one(used, choices);
    }
    text
}

/// The size of a texture: small sides, three layers, and two cubes of an array of them.
fn size(row: &ObjectTargetRow) -> String {
    let mut size = match row.dimensions {
        1 => vec![8],
        2 if row.cube => vec![4, 4],
        2 => vec![8, 4],
        _ => vec![4, 8, 4],
    };
    if row.is_array() {
        size.push(if row.cube { 12 } else { 3 });
    }
    let sides: Vec<String> = size.iter().map(u32::to_string).collect();
    format!("({})", sides.join(","))
}

fn one(used: &TextureUse, choices: &mut Choices<'_>) -> String {
    let row = used.target.row();
    if used.target == TextureTarget::T2DMS {
        let samples = "(0.25,0.5,0.75,1) (1,0,0.5,0.25)";
        return format!("texture multisample {} (8,4) {samples}\n", used.unit);
    }
    let size = size(row.texture.row());
    let format = match used.target.is_shadow() {
        true => "GL_DEPTH_COMPONENT32F",
        false => choices.one_of(&COLORS),
    };
    let mut text = format!("texture places {} {} {size} {format}\n", used.unit, row.name);
    let mut set = |name: &str, value: &str| text += &format!("texparameter {} {name} {value}\n", row.name);
    let is_rectangle = row.texture.row().sampling == Sampling::Rectangle;
    // Of neighbours across the edges of cubes no two specifications say the same.
    let is_filtered = !row.cube && choices.once_in(3);
    if is_filtered {
        set("min", "linear");
        set("mag", "linear");
    } else if !is_rectangle && choices.once_in(2) {
        set("min", "nearest_mipmap_nearest");
    }
    for name in ["wrap_s", "wrap_t", "wrap_r"] {
        match is_rectangle || row.cube {
            true if row.cube => {}
            true => set(name, choices.one_of(&EDGES)),
            false => set(name, choices.one_of(&WRAPS)),
        }
    }
    set("border", "0.25 0.5 0.75 1");
    if used.target.is_shadow() {
        set("compare_func", choices.one_of(&COMPARISONS));
    }
    text
}
