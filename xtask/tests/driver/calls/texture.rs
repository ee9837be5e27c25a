//! Textures.

use quadrille::Picture;
use quadrille::texture::{Extent, Limits};
use quadrille::texture_files::{TextureFile, blocks};
use quadrille_scene::TextureMake;

use super::{Unwritten, Writer, call, gl, list};

/// Parameters of a new texture, by GL's names without what they begin with.
type Parameters = [(&'static str, &'static str); 2];

const NEAREST: Parameters = [("MIN_FILTER", "NEAREST"), ("MAG_FILTER", "NEAREST")];
const LINEAR: Parameters = [("MIN_FILTER", "LINEAR"), ("MAG_FILTER", "LINEAR")];
const SMOOTH: Parameters = [("MIN_FILTER", "LINEAR_MIPMAP_LINEAR"), ("MAG_FILTER", "LINEAR")];
const CLAMPED: Parameters = [("WRAP_S", "CLAMP_TO_EDGE"), ("WRAP_T", "CLAMP_TO_EDGE")];
const COMPARED: Parameters = [
    ("COMPARE_MODE", "COMPARE_REF_TO_TEXTURE"),
    ("COMPARE_FUNC", "LEQUAL"),
];

impl Writer<'_> {
    fn new_texture(&mut self, unit: u32, target: &'static str, parameters: &[Parameters]) -> u32 {
        let name = self.name();
        self.textures.insert(unit, (name, target));
        self.unit = unit;
        call!(self, "glActiveTexture(GL_TEXTURE{unit})");
        call!(self, "glBindTexture({target}, {name})");
        for (parameter, value) in parameters.as_flattened() {
            call!(
                self,
                "glTexParameteri({target}, GL_TEXTURE_{parameter}, GL_{value})"
            );
        }
        name
    }

    pub(super) fn texture(&mut self, unit: u32, make: &TextureMake) -> Result<Option<()>, Unwritten> {
        match make {
            TextureMake::File { path } => {
                let bytes = self.read(path)?;
                self.new_texture(unit, "GL_TEXTURE_2D", &[SMOOTH]);
                if let Ok(file) = TextureFile::open(&bytes) {
                    return Ok(self.blocks(&file, &bytes));
                }
                let picture = picture(path, &bytes)?;
                let size = [picture.width, picture.height];
                self.image("GL_TEXTURE_2D", size, &picture.bottom_up());
                call!(self, "glGenerateMipmap(GL_TEXTURE_2D)");
            }
            TextureMake::CubeFiles { paths } => {
                self.new_texture(unit, "GL_TEXTURE_CUBE_MAP", &[SMOOTH, CLAMPED]);
                for (face, path) in paths.iter().enumerate() {
                    let picture = picture(path, &self.read(path)?)?;
                    let face = format!("GL_TEXTURE_CUBE_MAP_POSITIVE_X + {face}");
                    self.image(&face, [picture.width, picture.height], &picture.rgba);
                }
                call!(self, "glGenerateMipmap(GL_TEXTURE_CUBE_MAP)");
            }
            TextureMake::Empty {
                target,
                size: [width, height, 1],
                format,
                samples: 1,
            } => {
                let (target, first, faces) = match target.as_str() {
                    "2D" => ("GL_TEXTURE_2D", "GL_TEXTURE_2D", 1),
                    "CUBE" => ("GL_TEXTURE_CUBE_MAP", "GL_TEXTURE_CUBE_MAP_POSITIVE_X", 6),
                    _ => return Ok(None),
                };
                self.new_texture(unit, target, &[NEAREST, CLAMPED]);
                let layout = if format.contains("DEPTH") {
                    "GL_DEPTH_COMPONENT"
                } else {
                    "GL_RGBA"
                };
                for face in 0..faces {
                    call!(
                        self,
                        "glTexImage2D({first} + {face}, 0, {format}, {width}, {height}, 0, {layout}, GL_FLOAT, zeros)"
                    );
                }
            }
            TextureMake::Framebuffer { depth: true } => {
                self.new_texture(unit, "GL_TEXTURE_2D", &[LINEAR, COMPARED, CLAMPED]);
                let (width, height) = self.size;
                call!(
                    self,
                    "glCopyTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, 0, 0, {width}, {height}, 0)"
                );
            }
            // Samples of one colour: they are cleared, as they cannot be given.
            TextureMake::Multisample { size, samples } => {
                let (target, count, [width, height]) = ("GL_TEXTURE_2D_MULTISAMPLE", samples.len(), *size);
                let Some(first) = samples
                    .first()
                    .filter(|first| samples.iter().all(|one| one == *first))
                else {
                    return Ok(None);
                };
                let (name, drawn, color) = (self.new_texture(unit, target, &[]), self.drawn, list(first));
                call!(
                    self,
                    "glTexImage2DMultisample({target}, {count}, GL_RGBA8, {width}, {height}, GL_TRUE)"
                );
                call!(self, "glGenFramebuffers(1, &other)");
                call!(self, "glBindFramebuffer(GL_FRAMEBUFFER, other)");
                call!(
                    self,
                    "glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, {target}, {name}, 0)"
                );
                call!(self, "glClearBufferfv(GL_COLOR, 0, (const GLfloat[]){{{color}}})");
                call!(self, "glBindFramebuffer(GL_FRAMEBUFFER, framebuffers[{drawn}])");
            }
            _ => return Ok(None),
        }
        Ok(Some(()))
    }

    /// An image of bytes.
    fn image(&mut self, face: &str, [width, height]: [u32; 2], rgba: &[u8]) {
        let texels = self.pointer(rgba);
        call!(
            self,
            "glTexImage2D({face}, 0, GL_RGBA8, {width}, {height}, 0, GL_RGBA, GL_UNSIGNED_BYTE, {texels})"
        );
    }

    /// The levels of a DDS file of compressed texels, which end it.
    fn blocks(&mut self, file: &TextureFile<'_>, bytes: &[u8]) -> Option<()> {
        let row = file.format().row();
        let format = gl(row.name);
        let texture = file.texture(&Limits::default()).ok()?;
        let mut levels = Vec::new();
        for level in 0..file.levels() {
            let extent = texture.image(level, 0)?.extent();
            levels.push((extent, blocks::bytes(row.compression?, extent) as usize));
        }
        let all: usize = levels.iter().map(|(_, length)| length).sum();
        let mut rest = bytes.get(bytes.len().checked_sub(all)?..)?;
        for (level, (Extent { width, height, .. }, length)) in levels.into_iter().enumerate() {
            let (own, others) = rest.split_at(length);
            rest = others;
            let blocks = self.pointer(own);
            call!(
                self,
                "glCompressedTexImage2D(GL_TEXTURE_2D, {level}, {format}_EXT, {width}, {height}, 0, {length}, {blocks})"
            );
        }
        Some(())
    }

    fn read(&self, path: &str) -> Result<Vec<u8>, Unwritten> {
        self.files.read(path, 1 << 30).map_err(|error| Unwritten::File {
            path: path.to_owned(),
            why: error.to_string(),
        })
    }

    pub(super) fn texture_parameter(&mut self, name: &str, value: &str) -> Option<()> {
        let (_, target) = *self.textures.get(&self.unit)?;
        let value = value.trim();
        let parameter = match name {
            "min" => "MIN_FILTER",
            "mag" => "MAG_FILTER",
            "wrap_s" => "WRAP_S",
            "wrap_t" => "WRAP_T",
            "max_anisotropy" => {
                call!(
                    self,
                    "glTexParameterf({target}, GL_TEXTURE_MAX_ANISOTROPY_EXT, {value})"
                );
                return Some(());
            }
            _ => return None,
        };
        call!(
            self,
            "glTexParameteri({target}, GL_TEXTURE_{parameter}, {})",
            gl(value)
        );
        Some(())
    }
}

fn picture(path: &str, bytes: &[u8]) -> Result<Picture, Unwritten> {
    Picture::from_png(bytes).map_err(|error| Unwritten::File {
        path: path.to_owned(),
        why: error.to_string(),
    })
}
