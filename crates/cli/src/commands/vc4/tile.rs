//! `quadrille vc4 tile` and `untile`: pictures in and out of textures.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use quadrille::{Picture, PictureError, PngError};
use quadrille_vc4::layout::{Chain, Layout, Level, Plane};
use quadrille_vc4::tmu::{Parameters, TextureType, TooShort, halve};

use super::Vc4Error;
use crate::error::Error;
use crate::files;
use crate::setting::word;

/// The most texels a side.
const MOST_SIDE: u32 = 2048;

/// Why a texture is not made, or not read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TileError {
    #[error("{}: {error}", path.display())]
    Picture {
        path: PathBuf,
        #[source]
        error: PictureError,
    },
    #[error(transparent)]
    Png(#[from] PngError),
    #[error("a texture has 1 to {MOST_SIDE} texels a side, not {0} × {1}")]
    Size(u32, u32),
    #[error("a cube has six pictures, and a texture that is none has one; {0} are named")]
    Pictures(usize),
    #[error("{}: this picture has another size than the first", .0.display())]
    OtherSize(PathBuf),
    #[error("`{0}` is no size: write WIDTHxHEIGHT")]
    NoSize(String),
    #[error("say how large level 0 is: --size WIDTHxHEIGHT")]
    Unsized,
    #[error("{}: {has} bytes; its texels take {needs}", path.display())]
    Length { path: PathBuf, has: u64, needs: u64 },
    #[error("{}: {error}", path.display())]
    Short {
        path: PathBuf,
        #[source]
        error: TooShort,
    },
    #[error(
        "the texture cannot lie at {at:#010x}: level 0, which is at byte {before:#x} of the file, begins at a multiple of \
         4096 bytes within 4 GiB"
    )]
    At { at: u32, before: u64 },
    #[error("a texture of {bytes} bytes at {at:#010x} ends beyond 4 GiB")]
    End { at: u32, bytes: usize },
    #[error("{0} levels are asked for, and a texture of this size has {1}")]
    Levels(u32, u32),
    #[error("there is no level {level}: the texture has {levels}")]
    Level { level: u32, levels: usize },
}

#[derive(Clone, Copy, ValueEnum)]
enum LayoutName {
    /// What the texture unit takes: rows for the raster types, else LT where at most four utiles are wide or high, else T.
    Auto,
    /// Rows.
    Raster,
    /// Tiles of 4 KiB.
    T,
    /// Utiles in rows.
    Lt,
}

/// What both commands are told of a texture.
#[derive(clap::Args)]
pub(crate) struct Form {
    /// The type of the texels.
    #[arg(long = "type", default_value = "rgba8888", value_parser = types())]
    texture_type: TextureType,
    /// The layout of each level.
    #[arg(long, default_value = "auto")]
    layout: LayoutName,
    /// Levels, level 0 among them.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=12))]
    levels: u32,
    /// Width and height of level 0.
    #[arg(long, value_name = "WIDTHxHEIGHT")]
    size: Option<String>,
    /// Row 0 of the texture is the picture's last, as OpenGL has it; without, its first.
    #[arg(long)]
    flip_y: bool,
    /// The picture is a file of texels in rows as the type stores them, blocks for etc1; of several levels, one after the
    /// other, the largest first.
    #[arg(long)]
    raw: bool,
}

#[derive(clap::Args)]
pub(crate) struct TileArgs {
    /// The picture, a PNG; with --cube six: +X, -X, +Y, -Y, +Z, -Z. Smaller levels are made of it.
    #[arg(required = true)]
    pictures: Vec<PathBuf>,
    #[command(flatten)]
    form: Form,
    /// Make the six faces of a cube.
    #[arg(long)]
    cube: bool,
    /// Where the file will lie in memory, for the configuration words that are printed.
    #[arg(long, default_value = "0", value_name = "ADDRESS", value_parser = word)]
    at: u32,
    /// The texture's file: levels, the smallest first, with level 0 at a multiple of 4096 bytes.
    #[arg(short, long)]
    output: PathBuf,
}

#[derive(clap::Args)]
pub(crate) struct UntileArgs {
    /// The texture's bytes.
    texture: PathBuf,
    #[command(flatten)]
    form: Form,
    /// Where level 0 begins in the file; if not given, where `tile` puts it.
    #[arg(long, value_name = "BYTES", value_parser = word)]
    offset: Option<u32>,
    /// The level to take out.
    #[arg(long, default_value_t = 0)]
    level: u32,
    /// The face of a cube to take out, 0 to 5.
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..6))]
    face: u32,
    /// The picture, a PNG unless --raw.
    #[arg(short, long)]
    output: PathBuf,
}

fn types() -> impl TypedValueParser<Value = TextureType> {
    let names = TextureType::ALL.iter().map(|texture_type| texture_type.name());
    PossibleValuesParser::new(names).map(|name| {
        let found = TextureType::ALL
            .iter()
            .find(|texture_type| texture_type.name() == name);
        found.copied().unwrap_or(TextureType::Rgba8888)
    })
}

impl Form {
    fn named_size(&self) -> Result<Option<(u32, u32)>, TileError> {
        let Some(text) = &self.size else {
            return Ok(None);
        };
        let size = text
            .split_once(['x', 'X', '×'])
            .and_then(|(width, height)| Some((width.trim().parse().ok()?, height.trim().parse().ok()?)));
        size.map(Some).ok_or_else(|| TileError::NoSize(text.clone()))
    }

    fn chain(&self, (width, height): (u32, u32)) -> Result<Chain, TileError> {
        if !(1..=MOST_SIDE).contains(&width) || !(1..=MOST_SIDE).contains(&height) {
            return Err(TileError::Size(width, height));
        }
        let most = width.max(height).ilog2() + 1;
        if self.levels > most {
            return Err(TileError::Levels(self.levels, most));
        }
        let layout = match self.layout {
            LayoutName::Auto => self.texture_type.is_raster().then_some(Layout::Raster),
            LayoutName::Raster => Some(Layout::Raster),
            LayoutName::T => Some(Layout::T),
            LayoutName::Lt => Some(Layout::Lt),
        };
        let (size, block) = (self.texture_type.size(), self.texture_type.block());
        Ok(Chain::new(size, block, (width, height), layout, self.levels))
    }

    /// The width and height in elements of what a raw file has of a level: rows of whole groups.
    fn raw_size(&self, level: &Level) -> (u32, u32) {
        let width = level.width.next_multiple_of(self.texture_type.group());
        (width, level.height)
    }

    /// The rows of a level in a raw file.
    fn rows(&self, level: &Level) -> Plane {
        let (width, height) = self.raw_size(level);
        Plane::new(Layout::Raster, self.texture_type.size(), width, height)
    }
}

/// The texels of a level.
fn texels((width, height): (u32, u32), level: usize) -> (u32, u32) {
    ((width >> level).max(1), (height >> level).max(1))
}

fn flipped(rows: &[u8], height: u32) -> Vec<u8> {
    let pitch = (rows.len() / height.max(1) as usize).max(1);
    rows.chunks_exact(pitch).rev().flatten().copied().collect()
}

pub(crate) fn tile(args: &TileArgs) -> Result<ExitCode, Error> {
    if args.pictures.len() != if args.cube { 6 } else { 1 } {
        return Err(Vc4Error::from(TileError::Pictures(args.pictures.len())).into());
    }
    let mut size = args.form.named_size().map_err(Vc4Error::from)?;
    let mut texture = Vec::new();
    let mut written = None;
    for path in &args.pictures {
        let bytes = files::read_data(path)?;
        let face = face(args, path, bytes, &mut size).map_err(Vc4Error::from)?;
        texture.extend(face.1);
        // Level 0 of each face begins a multiple of 4096 behind that of the face before.
        texture.resize(
            texture.len().next_multiple_of(if args.cube { 4096 } else { 1 }),
            0,
        );
        written = Some(face.0);
    }
    let (Some(chain), Some(size)) = (written, size) else {
        return Err(Vc4Error::from(TileError::Unsized).into());
    };
    let level0 = address(args.at, &chain).map_err(Vc4Error::from)?;
    let bytes = texture.len();
    if u64::from(args.at) + bytes as u64 > 1 << 32 {
        return Err(Vc4Error::from(TileError::End { at: args.at, bytes }).into());
    }
    files::write(&args.output, &texture)?;
    tell(args, &chain, level0, size, texture.len());
    Ok(ExitCode::SUCCESS)
}

/// The address of level 0 of a texture at `at`: a configuration word holds it without its lower twelve bits.
fn address(at: u32, chain: &Chain) -> Result<u32, TileError> {
    let before = chain.before().next_multiple_of(4096);
    u32::try_from(u64::from(at) + before)
        .ok()
        .filter(|address| address.is_multiple_of(4096))
        .ok_or(TileError::At { at, before })
}

/// The bytes of one face, from those of its picture.
fn face(
    args: &TileArgs,
    path: &Path,
    bytes: Vec<u8>,
    size: &mut Option<(u32, u32)>,
) -> Result<(Chain, Vec<u8>), TileError> {
    let form = &args.form;
    let mut picture = Vec::new();
    if form.raw {
        size.ok_or(TileError::Unsized)?;
    } else {
        let path = path.to_owned();
        let read = Picture::from_png(&bytes).map_err(|error| TileError::Picture {
            path: path.clone(),
            error,
        })?;
        if size.is_some_and(|size| size != (read.width, read.height)) {
            return Err(TileError::OtherSize(path));
        }
        *size = Some((read.width, read.height));
        picture = if form.flip_y {
            flipped(&read.rgba, read.height)
        } else {
            read.rgba
        };
    }
    let size = size.unwrap_or_default();
    let chain = form.chain(size)?;
    let before = chain.before().next_multiple_of(4096);
    let mut face = vec![0; (before + chain.levels()[0].plane.bytes()) as usize];
    let mut rest = bytes.as_slice();
    for (number, level) in chain.levels().iter().enumerate() {
        let start = (before - level.before) as usize;
        let place = &mut face[start..start + level.plane.bytes() as usize];
        if form.raw {
            let rows = form.rows(level);
            let Some((own, others)) = rest.split_at_checked(rows.bytes() as usize) else {
                let needs = chain.levels().iter().map(|level| form.rows(level).bytes()).sum();
                let (path, has) = (path.to_owned(), bytes.len() as u64);
                return Err(TileError::Length { path, has, needs });
            };
            rest = others;
            let own = if form.flip_y {
                flipped(own, level.height)
            } else {
                own.to_vec()
            };
            rows.copy_to(&own, &level.plane, place, form.raw_size(level));
            continue;
        }
        if number > 0 {
            picture = halve(&picture, texels(size, number - 1));
        }
        place.copy_from_slice(
            &form
                .texture_type
                .encode(&level.plane, texels(size, number), &picture),
        );
    }
    Ok((chain, face))
}

/// Says what was written, and the configuration words for it.
fn tell(args: &TileArgs, chain: &Chain, level0: u32, (width, height): (u32, u32), bytes: usize) {
    let texture_type = args.form.texture_type;
    let levels = chain.levels();
    let before = chain.before().next_multiple_of(4096) as u32;
    println!(
        "{} {width}x{height}, {} bytes; level 0 at byte {before:#x}",
        texture_type.name(),
        bytes
    );
    for (number, level) in levels.iter().enumerate() {
        let (width, height) = texels((width, height), number);
        println!(
            "level {number}: {width}x{height}, {}, byte {:#x}",
            level.plane.layout().name(),
            u64::from(before) - level.before
        );
    }
    let mut parameters = Parameters::decode(level0, 0, &[]);
    (parameters.type_code, parameters.levels) = (texture_type.code(), levels.len() as u32);
    (parameters.size, parameters.etc_flip) = ((width, height), texture_type == TextureType::Etc1);
    if args.cube {
        (parameters.is_cube, parameters.cube_stride) = (true, (bytes / 6) as u32);
    }
    if levels.len() > 1 {
        // Linear in the two nearest levels.
        parameters.minify = Parameters::decode(0, 5 << 4, &[]).minify;
    }
    let words: Vec<String> = parameters
        .encode()
        .iter()
        .map(|word| format!("{word:#010x}"))
        .collect();
    println!(
        "configuration words with the file at {:#010x}: {}",
        args.at,
        words.join(", ")
    );
}

pub(crate) fn untile(args: &UntileArgs) -> Result<ExitCode, Error> {
    let bytes = files::read_data(&args.texture)?;
    let taken = take_out(args, &bytes).map_err(Vc4Error::from)?;
    files::write(&args.output, &taken)?;
    Ok(ExitCode::SUCCESS)
}

/// The picture, or the rows, of a level of a texture.
fn take_out(args: &UntileArgs, bytes: &[u8]) -> Result<Vec<u8>, TileError> {
    let form = &args.form;
    let size = form.named_size()?.ok_or(TileError::Unsized)?;
    let chain = form.chain(size)?;
    let (number, levels) = (args.level as usize, chain.levels());
    let level = levels.get(number).ok_or(TileError::Level {
        level: args.level,
        levels: levels.len(),
    })?;
    let before = chain.before().next_multiple_of(4096);
    let stride = (before + levels[0].plane.bytes()).next_multiple_of(4096);
    let first = args.offset.map_or(before, u64::from) + u64::from(args.face) * stride;
    let start = first.checked_sub(level.before);
    let own = start
        .and_then(|start| bytes.get(usize::try_from(start).ok()?..))
        .unwrap_or_default();
    if form.raw {
        let rows = form.rows(level);
        let mut taken = vec![0; rows.bytes() as usize];
        if !level.plane.copy_to(own, &rows, &mut taken, form.raw_size(level)) {
            let (has, needs) = (
                bytes.len() as u64,
                first - level.before.min(first) + level.plane.bytes(),
            );
            let path = args.texture.clone();
            return Err(TileError::Length { path, has, needs });
        }
        return Ok(if form.flip_y {
            flipped(&taken, level.height)
        } else {
            taken
        });
    }
    let (width, height) = texels(size, number);
    let decoded = form.texture_type.decode(&level.plane, (width, height), own);
    let rgba = decoded.map_err(|error| TileError::Short {
        path: args.texture.clone(),
        error,
    })?;
    let rgba = if form.flip_y { flipped(&rgba, height) } else { rgba };
    Ok(Picture { width, height, rgba }.to_png(false)?)
}
