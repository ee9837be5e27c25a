//! Draw commands: rectangles, rows of vertex data, meshes.

use quadrille_pipeline::{Arrays, Draw, Elements, Primitive, TextureUnits, attribute};
use quadrille_scene::{Corner, Scene};
use quadrille_texture::{BoundTexture, Units};

use super::mesh;
use super::runner::Runner;

impl Runner<'_> {
    pub(super) fn draw_rect(&mut self, rect: Corner, texture: Option<Corner>) -> Result<(), String> {
        let corners = |Corner {
                           origin: [x, y],
                           size: [w, h],
                       }: Corner| { [[x, y], [x + w, y], [x, y + h], [x + w, y + h]] };
        let positions: Vec<f32> = corners(rect)
            .into_iter()
            .flat_map(|[x, y]| [x, y, 0.0, 1.0])
            .collect();
        let texcoords: Vec<f32> = texture.map(|rect| corners(rect).concat()).unwrap_or_default();
        let mut arrays = Arrays::default().with(attribute::POSITION, 4, &positions);
        if texture.is_some() {
            arrays = arrays.with(attribute::TEXTURE_COORDINATE, 2, &texcoords);
        }
        self.draw(
            Primitive::TriangleStrip,
            arrays,
            Elements::Range { first: 0, count: 4 },
        )
    }

    pub(super) fn draw_arrays(
        &mut self,
        scene: &Scene,
        mode: &str,
        first: u32,
        count: u32,
    ) -> Result<(), String> {
        let data = scene.vertex_data.as_ref().ok_or("there is no [vertex data]")?;
        let primitive = primitive(mode)?;
        if u64::from(first) + u64::from(count) > u64::from(data.rows) {
            return Err(format!("[vertex data] has {} rows", data.rows));
        }
        let values: Vec<Vec<f32>> = data
            .attributes
            .iter()
            .map(|attribute| attribute.values.iter().map(|value| *value as f32).collect())
            .collect();
        let mut arrays = Arrays::default();
        for (attribute, values) in data.attributes.iter().zip(&values) {
            let number = attribute.location as usize;
            if number >= arrays.0.len() {
                return Err(format!("there is no vertex attribute {number}"));
            }
            arrays = arrays.with(number, attribute.count as usize, values);
        }
        self.draw(primitive, arrays, Elements::Range { first, count })
    }

    pub(super) fn draw_mesh(&mut self, path: &str) -> Result<(), String> {
        let mesh = mesh::read(path, self.options.files).map_err(|error| format!("{path}: {error}"))?;
        let mut arrays = Arrays::default()
            .with(attribute::POSITION, 3, &mesh.positions)
            .with(attribute::NORMAL, 3, &mesh.normals);
        if let Some(texcoords) = &mesh.texcoords {
            arrays = arrays.with(attribute::TEXTURE_COORDINATE, 2, texcoords);
        }
        self.draw(Primitive::Triangles, arrays, Elements::Indices(&mesh.indices))
    }

    fn draw(
        &mut self,
        primitive: Primitive,
        arrays: Arrays<'_>,
        elements: Elements<'_>,
    ) -> Result<(), String> {
        self.switches.apply(&mut self.context);
        for (unit, made) in self.context.textures.iter_mut().zip(&self.textures) {
            if let (Some((_, format)), Some(made)) = (&mut unit.enabled, made) {
                *format = made.base_format();
            }
        }
        let mut units = Units::new();
        for (unit, made) in self.textures.iter().enumerate() {
            if let Some(made) = made {
                units.bind(unit as u32, BoundTexture::new(made.texture.clone(), made.sampler));
            }
        }
        let textures = TextureUnits(units);
        let mut programs = self.programs.clone();
        if self.switches.vertex_program == Some(false) {
            programs.vertex = None;
        }
        if self.switches.fragment_program == Some(false) {
            programs.fragment = None;
        }
        let draw = Draw {
            primitive,
            arrays,
            elements,
            programs: &programs,
            textures: &textures,
            budget: self.options.budget,
        };
        let outcome = self
            .pipeline
            .draw(&self.context, &mut self.framebuffer, &draw)
            .map_err(|error| error.to_string())?;
        match outcome.traps.first() {
            Some((stage, trap)) => Err(format!("{stage:?} stage: {}", trap.kind)),
            None => Ok(()),
        }
    }
}

fn primitive(mode: &str) -> Result<Primitive, String> {
    Ok(match mode.strip_prefix("GL_").unwrap_or(mode) {
        "POINTS" => Primitive::Points,
        "LINES" => Primitive::Lines,
        "LINE_LOOP" => Primitive::LineLoop,
        "LINE_STRIP" => Primitive::LineStrip,
        "TRIANGLES" => Primitive::Triangles,
        "TRIANGLE_STRIP" => Primitive::TriangleStrip,
        "TRIANGLE_FAN" => Primitive::TriangleFan,
        "QUADS" => Primitive::Quads,
        "QUAD_STRIP" => Primitive::QuadStrip,
        "POLYGON" => Primitive::Polygon,
        _ => return Err(format!("there is no primitive `{mode}`")),
    })
}
