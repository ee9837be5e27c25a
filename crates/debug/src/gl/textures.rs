//! The textures and images that invocations reach, as texels.

use quadrille_engine::Environment;
use quadrille_engine::memory::ImageBinding;
use quadrille_isa::gl::texture::ObjectTarget;
use quadrille_memory::Buffer;
use quadrille_program::Program;
use quadrille_texture::format::FormatKind;
use quadrille_texture::{Texture as Object, image_unit::ImageUnit};

use crate::machine::{Area, Texture};

/// What a program reaches by one name.
enum Reached<'a> {
    /// A texture of a unit.
    Texture(u32, &'a Object),
    /// An image unit.
    Image(u32, &'a ImageBinding),
}

/// What a program reaches, in the order in which it is numbered.
fn reached<'a>(program: &Program, environment: &Environment<'a>) -> Vec<Reached<'a>> {
    let textures = program.textures().iter().filter_map(|used| {
        let target = used.target.row().texture;
        let texture = environment.textures.texture(used.unit, target)?;
        Some(Reached::Texture(used.unit, texture))
    });
    let images = program.images().iter().filter_map(|used| {
        let image = environment.memory.images.get(used.unit as usize)?.as_ref()?;
        Some(Reached::Image(used.unit, image))
    });
    textures.chain(images).collect()
}

/// The textures and images of a run.
pub(super) fn all(program: &Program, environment: &Environment<'_>) -> Vec<Texture> {
    let reached = reached(program, environment);
    reached.iter().map(described).collect()
}

fn described(of: &Reached<'_>) -> Texture {
    let target = |target: ObjectTarget| {
        let name = target.row().name;
        name.strip_prefix("TEXTURE_").unwrap_or(name)
    };
    match of {
        Reached::Texture(unit, texture) => {
            let levels = (0..texture.levels()).map(|level| {
                let image = texture.image(level, 0);
                image.map_or([0; 3], |image| image.extent().sizes())
            });
            let mut images = (0..texture.levels()).filter_map(|level| texture.image(level, 0));
            Texture {
                name: format!("texture[{unit}]"),
                target: target(texture.target()),
                format: images
                    .next()
                    .map_or("no format", |image| image.format().row().name),
                levels: levels.collect(),
                faces: texture.target().row().faces,
            }
        }
        Reached::Image(number, image) => Texture {
            name: format!("image[{number}]"),
            target: target(image.unit.target()),
            format: image.unit.view().row().name,
            levels: vec![image.unit.sizes()],
            faces: 1,
        },
    }
}

/// Texels of one of them.
pub(super) fn texels(
    program: &Program,
    environment: &Environment<'_>,
    number: usize,
    area: Area,
) -> Vec<[f64; 4]> {
    let reached = reached(program, environment);
    let Some(of) = reached.get(number) else {
        return Vec::new();
    };
    let [step_x, step_y] = area.step.map(|step| step.max(1));
    let rows = (0..area.size[1]).map(|row| area.origin[1].saturating_add(row.saturating_mul(step_y)));
    let places = rows.flat_map(|y| {
        let columns = 0..area.size[0];
        columns.map(move |column| [area.origin[0].saturating_add(column.saturating_mul(step_x)), y])
    });
    places
        .map_while(|[x, y]| match of {
            Reached::Texture(_, texture) => {
                let is_cube = texture.target().row().faces > 1;
                let (face, z) = if is_cube { (area.layer, 0) } else { (0, area.layer) };
                texture.image(area.level, face)?.texel_value([x, y, z], 0)
            }
            Reached::Image(_, image) => (area.level == 0)
                .then(|| texel_of(&image.unit, &image.texels, [x, y, area.layer]))
                .flatten(),
        })
        .collect()
}

/// A texel of an image unit.
fn texel_of(unit: &ImageUnit, buffer: &Buffer, [x, y, z]: [u32; 3]) -> Option<[f64; 4]> {
    let coordinate = [x, y, z, 0].map(|at| i32::try_from(at).unwrap_or(i32::MAX));
    let at = unit.locate(unit.target(), coordinate).ok()?;
    let size = unit.view().texel_bytes() as u64;
    let bytes: Vec<u8> = (at..at + size).map(|at| buffer.load(at, 1) as u8).collect();
    let kind = unit.view().kind();
    let words = unit.decode(kind, &bytes);
    Some(words.map(|word| match kind {
        FormatKind::Float => f64::from(f32::from_bits(word)),
        FormatKind::Signed => f64::from(word.cast_signed()),
        FormatKind::Unsigned => f64::from(word),
    }))
}
