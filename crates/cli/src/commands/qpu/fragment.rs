//! `quadrille qpu run --fragment`: a fragment program over the pixels of an area.

use std::path::{Path, PathBuf};

use quadrille::Picture;
use quadrille_vc4::list::CompareFunction;
use quadrille_vc4::machine::fragments::{Area, BUFFERS, FragmentJob, Gradient, Pixels};
use quadrille_vc4::machine::job::uniforms;
use quadrille_vc4::machine::{Limits, Outcome, Profile};
use quadrille_vc4::tile::{ClearValues, DepthTest};
use quadrille_vc4::tmu::{ImageFilter, LevelFilter, Parameters, Texture, TextureType, Wrap, halve};

use super::QpuError;
use super::watch::Watch;
use crate::error::Error;
use crate::files;
use crate::setting::{SettingError, whole, word};

/// The most pixels of a side.
const MOST: u32 = 1024;
/// Pixels that are printed where no picture is asked for.
const PRINTED: usize = 64;

#[derive(clap::Args)]
pub(crate) struct FragmentArgs {
    /// Run the program as a fragment shader, over the pixels of an area.
    #[arg(long, conflicts_with_all = ["input", "zero", "output", "pgm", "qpus", "origin"])]
    fragment: bool,
    /// What the next varying comes to: one number, or three for the upper left, upper right and lower left corner of the
    /// area.
    #[arg(
        long,
        value_name = "VALUES",
        requires = "fragment",
        allow_hyphen_values = true
    )]
    varying: Vec<String>,
    /// W, in the form of a varying.
    #[arg(long, default_value = "1", value_name = "VALUES", allow_hyphen_values = true)]
    w: String,
    /// Depth, 0 to 1, in the form of a varying.
    #[arg(long, default_value = "0", value_name = "VALUES", allow_hyphen_values = true)]
    z: String,
    /// What the tile buffer holds before: the colour, red in the lowest byte, which reads bring to r4.
    #[arg(long, default_value = "0", value_name = "WORD")]
    clear: String,
    /// The depth test of programs that write Z, against a tile buffer of 1: never, less, equal, lequal, greater, notequal,
    /// gequal, always.
    #[arg(long, default_value = "always", value_name = "FUNCTION")]
    depth: String,
    /// The first pixel of the area.
    #[arg(long, default_value = "0,0", value_name = "X,Y")]
    xy: String,
    /// Width and height of the area; 64x64 with --tile, else 4x4.
    #[arg(long, value_name = "WIDTHxHEIGHT")]
    size: Option<String>,
    /// A PNG as the next texture, with what it is: FILE[,nearest][,clamp|mirror|border][,flip][,type=TYPE][,levels=N]. Its
    /// configuration words are the uniforms, or those that stand for texture0, texture1 … in --uniforms.
    #[arg(long, value_name = "FILE", requires = "fragment")]
    texture: Vec<String>,
    /// Write the pixels as a picture.
    #[arg(long, value_name = "PNG", requires = "fragment")]
    tile: Option<PathBuf>,
}

/// The depth test with this name; it writes what passes.
fn depth_test(name: &str) -> Result<DepthTest, Error> {
    let forms = "never, less, equal, lequal, greater, notequal, gequal or always";
    let function = CompareFunction::of_name(name).ok_or_else(|| SettingError::form(name, forms))?;
    Ok(DepthTest {
        function,
        write: true,
    })
}

/// A texture in memory and its configuration words.
struct Bound {
    address: u32,
    bytes: Vec<u8>,
    words: Vec<u32>,
}

impl FragmentArgs {
    /// Whether the program is a fragment shader.
    pub(crate) fn is_asked(&self) -> bool {
        self.fragment
    }

    /// Runs the program and writes or prints its pixels.
    pub(crate) fn run(
        &self,
        program: Vec<u64>,
        lists: &[String],
        limits: Limits,
        watch: &mut Watch,
    ) -> Result<Outcome, Error> {
        let area = self.area()?;
        let mut textures: Vec<Bound> = Vec::new();
        for spec in &self.texture {
            let address = textures.last().map_or(BUFFERS, |last| {
                last.address + (last.bytes.len() as u32).next_multiple_of(4096)
            });
            textures.push(texture(spec, address)?);
        }
        let varyings = self.varying.iter().map(|text| gradient(text));
        let job = FragmentJob {
            program,
            uniforms: words(lists, &textures)?,
            varyings: varyings.collect::<Result<_, _>>()?,
            w: gradient(&self.w)?,
            z: gradient(&self.z)?,
            clear: ClearValues {
                colours: [word(&self.clear)?; 2],
                depth: 0xff_ffff,
                ..ClearValues::default()
            },
            depth: depth_test(&self.depth)?,
            area,
            buffers: textures
                .into_iter()
                .map(|texture| (texture.address, texture.bytes))
                .collect(),
        };
        let profile = Profile::raspberry_pi();
        let run = if watch.is_watching() {
            job.run(profile, limits, watch)
        } else {
            job.run(profile, limits, &mut ())
        };
        let (outcome, pixels) = run.map_err(QpuError::from)?;
        self.show(area, pixels)?;
        Ok(outcome)
    }

    fn area(&self) -> Result<Area, Error> {
        let (x, y) = self
            .xy
            .split_once(',')
            .ok_or_else(|| SettingError::form(&self.xy, "X,Y"))?;
        let (width, height) = match &self.size {
            Some(text) => {
                let (width, height) = text
                    .split_once('x')
                    .ok_or_else(|| SettingError::form(text, "WIDTHxHEIGHT"))?;
                (whole(width)?, whole(height)?)
            }
            None if self.tile.is_some() => (64, 64),
            None => (4, 4),
        };
        if !(1..=MOST).contains(&width) || !(1..=MOST).contains(&height) {
            let most = MOST;
            return Err(QpuError::Area { width, height, most }.into());
        }
        let (x, y) = (whole(x.trim())?, whole(y.trim())?);
        Ok(Area { x, y, width, height })
    }

    fn show(&self, area: Area, pixels: Pixels) -> Result<(), Error> {
        let Area { x, y, width, height } = area;
        if pixels.unwritten > 0 {
            eprintln!("{} of {} pixels have no colour", pixels.unwritten, width * height);
        }
        match &self.tile {
            Some(path) => {
                let rgba = pixels.rgba;
                let picture = Picture { width, height, rgba };
                files::write(path, &picture.to_png(true).map_err(QpuError::from)?)?;
            }
            None => {
                for (n, pixel) in pixels.rgba.as_chunks::<4>().0.iter().enumerate().take(PRINTED) {
                    let (column, row) = (n as u32 % width, n as u32 / width);
                    let [r, g, b, a] = pixel;
                    println!(
                        "{:>4},{:<4} #{r:02x}{g:02x}{b:02x}{a:02x}",
                        x.wrapping_add(column),
                        y.wrapping_add(row)
                    );
                }
                if (width * height) as usize > PRINTED {
                    println!(
                        "{} more pixels: --tile writes them",
                        (width * height) as usize - PRINTED
                    );
                }
            }
        }
        Ok(())
    }
}

/// One number, or three for three corners.
fn gradient(text: &str) -> Result<Gradient, SettingError> {
    let number = |text: &str| {
        let text = text.trim();
        text.parse::<f32>()
            .map_err(|_| SettingError::Number(text.to_owned()))
    };
    match text.split(',').collect::<Vec<_>>().as_slice() {
        [one] => Ok(Gradient::flat(number(one)?)),
        [start, right, down] => Ok(Gradient {
            start: number(start)?,
            right: number(right)?,
            down: number(down)?,
        }),
        _ => Err(SettingError::form(
            text,
            "one number or three: upper left, upper right, lower left",
        )),
    }
}

/// The uniforms: those of the list, or the configuration words of all textures.
fn words(lists: &[String], textures: &[Bound]) -> Result<Vec<u32>, Error> {
    let Some(list) = lists.first() else {
        return Ok(textures
            .iter()
            .flat_map(|texture| texture.words.iter().copied())
            .collect());
    };
    let mut words = Vec::new();
    for item in list.split(',').map(str::trim).filter(|item| !item.is_empty()) {
        match item.strip_prefix("texture") {
            Some(number) => {
                let number = if number.is_empty() {
                    Some(0)
                } else {
                    number.parse().ok()
                };
                let texture = number.and_then(|number: usize| textures.get(number));
                let texture = texture.ok_or_else(|| QpuError::NoTexture(item.to_owned()))?;
                words.extend(&texture.words);
            }
            None => words.extend(uniforms(item, 0, 1, &|_| None).map_err(QpuError::from)?),
        }
    }
    Ok(words)
}

/// Reads a texture: its picture, and what the words behind it say.
fn texture(spec: &str, address: u32) -> Result<Bound, Error> {
    let mut parts = spec.split(',');
    let path = Path::new(parts.next().unwrap_or_default());
    let picture = Picture::from_png(&files::read_data(path)?).map_err(|error| QpuError::Picture {
        path: path.to_owned(),
        error,
    })?;
    let size = (picture.width, picture.height);
    let is_side = |side| (1..=2048).contains(&side);
    if !is_side(size.0) || !is_side(size.1) {
        let path = path.to_owned();
        return Err(QpuError::TextureSize { path }.into());
    }
    let mut parameters = Parameters::decode(0, 0, &[]);
    (parameters.size, parameters.etc_flip) = (size, true);
    let mut filter = ImageFilter::Linear;
    let mut texture_type = TextureType::Rgba8888;
    let unknown = || {
        SettingError::form(
            spec,
            "FILE[,nearest][,clamp|mirror|border][,flip][,type=TYPE][,levels=N]",
        )
    };
    for part in parts {
        match part.trim() {
            "nearest" => filter = ImageFilter::Nearest,
            "clamp" => (parameters.wrap_s, parameters.wrap_t) = (Wrap::Clamp, Wrap::Clamp),
            "mirror" => (parameters.wrap_s, parameters.wrap_t) = (Wrap::Mirror, Wrap::Mirror),
            "border" => (parameters.wrap_s, parameters.wrap_t) = (Wrap::Border, Wrap::Border),
            "flip" => parameters.flip_y = true,
            part => match part.split_once('=') {
                Some(("type", name)) => {
                    let found = TextureType::ALL
                        .iter()
                        .find(|texture_type| texture_type.name() == name);
                    texture_type = *found.ok_or_else(unknown)?;
                }
                Some(("levels", count)) => parameters.levels = whole::<u32>(count)?.clamp(1, 12),
                _ => return Err(unknown().into()),
            },
        }
    }
    parameters.type_code = texture_type.code();
    parameters.magnify = filter;
    let between = if parameters.levels > 1 {
        LevelFilter::Linear
    } else {
        LevelFilter::None
    };
    parameters.minify = Some((filter, between));
    // The smaller levels lie before level 0, which begins a page.
    let shape = Texture::new(parameters).map_err(|_| unknown())?;
    let before = parameters
        .base
        .wrapping_sub(shape.levels()[shape.levels().len() - 1].address);
    let before = before.next_multiple_of(4096);
    parameters.base = address + before;
    let texture = Texture::new(parameters).map_err(|_| unknown())?;
    let mut bytes = vec![0; before as usize];
    let (mut rgba, mut level_size) = (picture.rgba, size);
    for (number, level) in texture.levels().iter().enumerate() {
        if number > 0 {
            rgba = halve(&rgba, level_size);
            level_size = level.size;
        }
        let texels = texture_type.encode(&level.plane, level_size, &rgba);
        let start = (level.address - address) as usize;
        bytes.resize(bytes.len().max(start + texels.len()), 0);
        bytes[start..start + texels.len()].copy_from_slice(&texels);
    }
    Ok(Bound {
        address,
        bytes,
        words: parameters.encode(),
    })
}
