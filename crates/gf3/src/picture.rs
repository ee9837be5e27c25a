//! Pieces of pictures as SVG.

/// The opening of a picture, with a white ground.
pub(crate) fn header(width: u64, height: u64) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"monospace\" font-size=\"13\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n"
    )
}

/// A piece of text, its markup characters escaped.
pub(crate) fn text(x: u64, y: u64, anchor: &str, text: &str) -> String {
    let text = text
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;");
    format!("<text x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\" xml:space=\"preserve\">{text}</text>\n")
}

/// A box.
pub(crate) fn bar(x: u64, y: u64, width: u64, height: u64, fill: &str) -> String {
    format!("<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"3\" fill=\"{fill}\"/>\n")
}

/// The width of a text in its font.
pub(crate) fn width(text: &str) -> u64 {
    8 * text.chars().count() as u64
}
