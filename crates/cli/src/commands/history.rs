//! The history of a pixel as text.

use std::fmt::Write;

use quadrille::scene::{HistoryEntry, HistoryFragment, MOST_STEPS, PixelHistory, Report, Trace};
use quadrille::steps::{decimal, one_line, step_text};
use quadrille::{Dropped, PixelPlace, PixelValue, Source, WatchedFragment};

use crate::out::count;
use crate::setting::SettingError;

/// The form of a pixel on the command line.
const FORM: &str = "X,Y, X,Y,SAMPLE or X,Y,SAMPLE,LAYER";

/// Reads a pixel from the command line.
pub(in crate::commands) fn place(text: &str) -> Result<PixelPlace, SettingError> {
    let numbers = text.split(',').map(|number| number.trim().parse::<u32>().ok());
    let numbers: Option<Vec<u32>> = numbers.collect();
    let (x, y, sample, layer) = match numbers.as_deref() {
        Some([x, y]) => (*x, *y, 0, 0),
        Some([x, y, sample]) => (*x, *y, *sample, 0),
        Some([x, y, sample, layer]) => (*x, *y, *sample, *layer),
        _ => return Err(SettingError::form(text, FORM)),
    };
    Ok(PixelPlace { x, y, sample, layer })
}

/// The history, for reading.
pub(in crate::commands) fn text(report: &Report, history: &PixelHistory) -> String {
    let source = &report.source;
    let mut text = title(report, history.place);
    let Some(value) = &history.value else {
        text.push_str("  it is outside of the framebuffer\n");
        return text;
    };
    for entry in &history.entries {
        write_entry(&mut text, source, entry);
    }
    if history.unlisted > 0 {
        let _ = writeln!(
            text,
            "\n  {} more that are not listed",
            count(history.unlisted as usize, "fragment")
        );
    }
    let _ = writeln!(text, "\n  at the end: {}", shown(value));
    text
}

/// Which pixel it is.
fn title(report: &Report, PixelPlace { x, y, sample, layer }: PixelPlace) -> String {
    let mut text = format!("pixel ({x}, {y}), counted from the lower left");
    let picture = report.picture.as_ref().filter(|picture| y < picture.height);
    if let Some(picture) = picture {
        let _ = write!(
            text,
            ", which is row {} of the picture from the top",
            picture.height - 1 - y
        );
    }
    if sample > 0 {
        let _ = write!(text, "; sample {sample}");
    }
    if layer > 0 {
        let _ = write!(text, "; layer {layer}");
    }
    text.push('\n');
    text
}

fn write_entry(text: &mut String, source: &Source, entry: &HistoryEntry) {
    let line = source.position(entry.span.start).line;
    let _ = write!(text, "\n  line {line}: {}", one_line(source, entry.span));
    if let Some(name) = &entry.framebuffer {
        let _ = write!(text, "  (framebuffer {name})");
    }
    text.push('\n');
    for (number, fragment) in entry.fragments.iter().enumerate() {
        write_fragment(text, source, number + 1, fragment);
    }
    if entry.fragments.is_empty() {
        let _ = writeln!(text, "    {}", change(&entry.before, &entry.after));
    }
}

fn write_fragment(text: &mut String, source: &Source, ordinal: usize, of: &HistoryFragment) {
    let WatchedFragment {
        program,
        primitive,
        front,
        depth,
        before,
        after,
        ..
    } = &of.fragment;
    let side = if *front { "front" } else { "back" };
    let depth = decimal(*depth);
    let _ = writeln!(
        text,
        "    fragment {ordinal}: primitive {primitive}, {side}, depth {depth}"
    );
    let variables = [
        (program.attributes(), &of.fragment.attributes),
        (program.results(), &of.fragment.results),
    ];
    let mut lists = variables.map(|(variables, values)| {
        let lines = variables.iter().zip(values).map(|(variable, bits)| {
            let numbers = bits.map(|bits| decimal(f32::from_bits(bits))).join(", ");
            format!("      {} = {numbers}\n", variable.binding)
        });
        lines.collect::<String>()
    });
    text.push_str(&lists[0]);
    match &of.trace {
        None => text.push_str("      the fragment stage is fixed function\n"),
        Some(Trace { steps, unlisted }) => {
            for step in steps {
                for line in step_text(source, step.span, step).lines() {
                    let _ = writeln!(text, "      {line}");
                }
            }
            if *unlisted > 0 {
                let more = count(*unlisted as usize, "instruction");
                let _ = writeln!(text, "      {more} more: of a history {MOST_STEPS} are listed");
            }
        }
    }
    text.push_str(&std::mem::take(&mut lists[1]));
    if let Some(dropped) = of.fragment.dropped {
        let _ = writeln!(text, "      dropped: {}", reason(dropped, &of.fragment));
    }
    let _ = writeln!(text, "      {}", change(before, after));
}

/// Why a fragment was dropped.
fn reason(dropped: Dropped, of: &WatchedFragment) -> String {
    match dropped {
        Dropped::Discarded => "the program discards it".to_owned(),
        Dropped::Coverage => "no sample is left of its coverage".to_owned(),
        Dropped::Alpha => "it fails the alpha test".to_owned(),
        Dropped::Stencil => {
            let stored = of.before.stencil.unwrap_or_default();
            format!("it fails the stencil test, {stored} is stored")
        }
        Dropped::Depth => {
            let stored = of.before.depth.map(decimal).unwrap_or_default();
            format!(
                "it fails the depth test, {} against {stored} that is stored",
                decimal(of.depth)
            )
        }
    }
}

/// What a command or a fragment changed.
fn change(before: &PixelValue, after: &PixelValue) -> String {
    if before == after {
        return format!("nothing changes: {}", shown(after));
    }
    format!("{} becomes {}", shown(before), shown(after))
}

fn shown(
    PixelValue {
        colors,
        depth,
        stencil,
    }: &PixelValue,
) -> String {
    let one = colors.len() == 1;
    let mut parts: Vec<String> = colors
        .iter()
        .enumerate()
        .map(|(buffer, color)| {
            let numbers = color.map(component).join(", ");
            match one {
                true => format!("colour ({numbers})"),
                false => format!("colour {buffer} ({numbers})"),
            }
        })
        .collect();
    parts.extend(depth.map(|depth| format!("depth {}", decimal(depth))));
    parts.extend(stencil.map(|stencil| format!("stencil {stencil}")));
    parts.join(", ")
}

/// A component of a colour: integers may have more places than binary32.
fn component(value: f64) -> String {
    match value.fract() == 0.0 {
        true => value.to_string(),
        false => decimal(value as f32),
    }
}
