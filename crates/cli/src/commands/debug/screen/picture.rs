//! A texture in a terminal: two texels a character, one above the other.

use quadrille_debug::interpreter::Picture;
use ratatui::layout::Size;
use ratatui::style::{Color, Style};
use ratatui::text::{Line, Span};

/// The lines of a picture in an area, the highest row first; of one that is larger every nth texel is taken.
pub(super) fn lines(picture: &Picture, area: Size) -> Vec<Line<'static>> {
    let [columns, rows] = [u32::from(area.width).max(1), 2 * u32::from(area.height).max(1)];
    let step = picture
        .width
        .div_ceil(columns)
        .max(picture.height.div_ceil(rows))
        .max(1);
    let color = |x: u32, y: u32| {
        let [red, green, blue, _] = *picture.pixels.get((y * picture.width + x) as usize)?;
        Some(Color::Rgb(red, green, blue))
    };
    let shown: Vec<u32> = (0..picture.height).step_by(step as usize).collect();
    let mut lines = Vec::new();
    // An odd row stands alone at the bottom.
    for pair in shown.rchunks(2) {
        let Some((upper, lower)) = pair.split_last() else {
            continue;
        };
        let (upper, lower) = (*upper, lower.first().copied());
        let cells = (0..picture.width).step_by(step as usize).map(|x| {
            let mut style = Style::new();
            if let Some(color) = color(x, upper) {
                style = style.fg(color);
            }
            if let Some(color) = lower.and_then(|lower| color(x, lower)) {
                style = style.bg(color);
            }
            Span::styled("▀", style)
        });
        lines.push(Line::from(cells.collect::<Vec<_>>()));
    }
    lines
}
