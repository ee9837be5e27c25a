//! Probes: what is found against what is expected.

use quadrille_base::{Diagnostic, Span, rule};
use quadrille_pipeline::{ColorFormat, Framebuffer};
use quadrille_scene::{Command, ProbeArea, Values};

use super::{Failure, ProbeLocation};

rule!(
    PROBE_DIFFERS,
    "probe-differs",
    Warning,
    "a probe that only warns found something else than it expected",
    ["docs/scenes.md"],
    "probe.rs"
);

/// The tolerance of probes where the scene sets none.
const TOLERANCE: f32 = 0.01;

/// A probe that looks at what is not there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ProbeError {
    /// Its area is not all within the framebuffer.
    #[error("the probe looks outside the framebuffer")]
    Outside,
    /// It asks for a depth that no buffer has.
    #[error("there is no depth buffer")]
    NoDepth,
    /// It asks for a stencil value that no buffer has.
    #[error("there is no stencil buffer")]
    NoStencil,
    /// It asks for a colour that no buffer has.
    #[error("there is no colour buffer")]
    NoColor,
}

/// The probes of a scene: how exact they are, and which failed. Who draws a scene by other means than the
/// pipeline has them look at what came of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Probes {
    /// Largest difference of each component that is no failure, inclusive.
    pub tolerance: [f32; 4],
    /// The colour buffer that is looked at.
    pub buffer: usize,
    /// Those that found something else than they expected.
    pub failures: Vec<Failure>,
    /// Those that only warn of it.
    pub warnings: Vec<Failure>,
}

impl Default for Probes {
    fn default() -> Probes {
        Probes {
            tolerance: [TOLERANCE; 4],
            buffer: 0,
            failures: Vec::new(),
            warnings: Vec::new(),
        }
    }
}

impl Probes {
    /// Carries a command out, if it is one about probes of pixels; all others do nothing.
    ///
    /// # Errors
    ///
    /// The probe looks at what is not there.
    pub fn command(
        &mut self,
        command: &Command,
        span: Span,
        framebuffer: &Framebuffer,
    ) -> Result<(), ProbeError> {
        let failure = match command {
            Command::Probe {
                area,
                color,
                alpha,
                warns,
            } => {
                let expected = Expected {
                    buffer: self.buffer,
                    color: *color,
                    alpha: *alpha,
                    tolerance: self.tolerance,
                };
                let failure = self::color(framebuffer, *area, &expected, span)?;
                if *warns {
                    self.warnings.extend(failure);
                    return Ok(());
                }
                failure
            }
            Command::ProbeIntegers { area, color } => {
                self::integers(framebuffer, self.buffer, *area, *color, span)?
            }
            Command::ProbeStencil { pixel, value } => self::stencil(framebuffer, *pixel, *value, span)?,
            Command::ProbeDepth { pixel, depth } => self::depth(framebuffer, *pixel, *depth, span)?,
            Command::Tolerance(tolerance) => {
                self.tolerance = *tolerance;
                None
            }
            _ => None,
        };
        self.failures.extend(failure);
        Ok(())
    }

    /// The warnings as notes of a report.
    pub fn notes(&self) -> Vec<Diagnostic> {
        let note = |warning: &Failure| {
            let message = format!("expected {}, found {}", warning.expected, warning.found);
            let place = match warning.place {
                ProbeLocation::Pixel([x, y]) => format!("at pixel ({x}, {y})"),
                ProbeLocation::Byte(byte) => format!("at byte {byte}"),
                ProbeLocation::Query(query) => format!("of query {query}"),
            };
            Diagnostic::new(&PROBE_DIFFERS, warning.span, message).note(place)
        };
        self.warnings.iter().map(note).collect()
    }
}

/// The expected colour of a probe; alpha is `None` where it does not count.
pub(crate) struct Expected {
    pub(crate) buffer: usize,
    pub(crate) color: [f32; 3],
    pub(crate) alpha: Option<f32>,
    /// Largest difference of each component, inclusive.
    pub(crate) tolerance: [f32; 4],
}

/// Compares an area; the first pixel that differs.
pub(crate) fn color(
    framebuffer: &Framebuffer,
    area: ProbeArea,
    expected: &Expected,
    span: Span,
) -> Result<Option<Failure>, ProbeError> {
    let format = framebuffer.color_formats().nth(expected.buffer);
    let format = format.ok_or(ProbeError::NoColor)?;
    let bytes = area == ProbeArea::All && matches!(format, ColorFormat::Rgba8 | ColorFormat::Srgb8Alpha8);
    for [x, y] in pixels(framebuffer, area)? {
        let found = framebuffer.color(expected.buffer, x, y);
        let wanted = [
            expected.color[0],
            expected.color[1],
            expected.color[2],
            expected.alpha.unwrap_or(found[3]),
        ];
        let same = (0..4).all(|at| {
            if bytes {
                bytes_agree(found[at], wanted[at], expected.tolerance[at])
            } else {
                (found[at] - wanted[at]).abs() <= expected.tolerance[at]
            }
        });
        if !same {
            let count = if expected.alpha.is_some() { 4 } else { 3 };
            return Ok(Some(Failure {
                span,
                place: ProbeLocation::Pixel([x, y].map(u32::cast_signed)),
                expected: Values::F32(wanted[..count].to_vec()),
                found: Values::F32(found[..count].to_vec()),
            }));
        }
    }
    Ok(None)
}

/// Compares the integers of an area.
fn integers(
    framebuffer: &Framebuffer,
    buffer: usize,
    area: ProbeArea,
    wanted: [i64; 4],
    span: Span,
) -> Result<Option<Failure>, ProbeError> {
    framebuffer
        .color_formats()
        .nth(buffer)
        .ok_or(ProbeError::NoColor)?;
    for [x, y] in pixels(framebuffer, area)? {
        let found = framebuffer.numbers(buffer, x, y);
        if found != wanted.map(|number| number as f64) {
            return Ok(Some(Failure {
                span,
                place: ProbeLocation::Pixel([x, y].map(u32::cast_signed)),
                expected: Values::I64(wanted.to_vec()),
                found: Values::I64(found.map(|number| number as i64).to_vec()),
            }));
        }
    }
    Ok(None)
}

/// The pixels of an area, row by row.
fn pixels(framebuffer: &Framebuffer, area: ProbeArea) -> Result<impl Iterator<Item = [u32; 2]>, ProbeError> {
    let (width, height) = (framebuffer.width() as i32, framebuffer.height() as i32);
    let part = |of: i32, part: f32| (part * of as f32) as i32;
    let [left, bottom, columns, rows] = match area {
        ProbeArea::Pixel(x, y) => [x, y, 1, 1],
        ProbeArea::RelativePixel(x, y) => [
            part(width, x).clamp(0, width - 1),
            part(height, y).clamp(0, height - 1),
            1,
            1,
        ],
        ProbeArea::All => [0, 0, width, height],
        ProbeArea::Rect(rect) => rect,
        ProbeArea::RelativeRect([x, y, w, h]) => {
            [part(width, x), part(height, y), part(width, w), part(height, h)]
        }
    };
    let inside = left >= 0 && bottom >= 0 && columns >= 0 && rows >= 0;
    let fits = |from: i32, size: i32, whole: i32| from.checked_add(size).is_some_and(|end| end <= whole);
    if !inside || !fits(left, columns, width) || !fits(bottom, rows, height) {
        return Err(ProbeError::Outside);
    }
    let rows = bottom..bottom + rows;
    Ok(rows.flat_map(move |y| (left..left + columns).map(move |x| [x, y].map(i32::cast_unsigned))))
}

/// Compares the stencil value of a pixel.
fn stencil(
    framebuffer: &Framebuffer,
    [x, y]: [i32; 2],
    wanted: u32,
    span: Span,
) -> Result<Option<Failure>, ProbeError> {
    let mut pixels = pixels(framebuffer, ProbeArea::Pixel(x, y))?;
    let found = pixels.next().and_then(|[x, y]| framebuffer.stencil(x, y));
    let found = u32::from(found.ok_or(ProbeError::NoStencil)?);
    Ok((found != wanted).then(|| Failure {
        span,
        place: ProbeLocation::Pixel([x, y]),
        expected: Values::U32(vec![wanted]),
        found: Values::U32(vec![found]),
    }))
}

/// On an 8-bit buffer `probe all` compares bytes: the expected one is cut off, not rounded.
fn bytes_agree(found: f32, wanted: f32, tolerance: f32) -> bool {
    let found = (found * 255.0).round();
    let wanted = (wanted * 255.0).trunc();
    (found - wanted).abs() <= (tolerance * 255.0).ceil()
}

/// Compares the depth of a pixel: the difference stays below 0.01.
fn depth(
    framebuffer: &Framebuffer,
    [x, y]: [i32; 2],
    wanted: f32,
    span: Span,
) -> Result<Option<Failure>, ProbeError> {
    let (width, height) = (framebuffer.width() as i32, framebuffer.height() as i32);
    if !(0..width).contains(&x) || !(0..height).contains(&y) {
        return Err(ProbeError::Outside);
    }
    let found = framebuffer.depth(x as u32, y as u32).ok_or(ProbeError::NoDepth)?;
    let same = (found - wanted).abs() < 0.01;
    Ok((!same).then(|| Failure {
        span,
        place: ProbeLocation::Pixel([x, y]),
        expected: Values::F32(vec![wanted]),
        found: Values::F32(vec![found]),
    }))
}
