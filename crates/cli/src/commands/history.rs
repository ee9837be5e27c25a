//! The history of a pixel as text.

use std::fmt::Write;

use quadrille::scene::{HistoryEntry, HistoryFragment, MOST_STEPS, PixelHistory, Report, Trace};
use quadrille::state::{Blend, BlendEquation};
use quadrille::steps::{decimal, one_line, step_text};
use quadrille::{ColorOutput, Dropped, FragmentTest, PixelPlace, PixelValue, Source, WatchedFragment};

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
    for texel in &value.texels {
        let bytes: Vec<String> = texel.iter().map(|byte| format!("{byte:02x}")).collect();
        let _ = writeln!(text, "  in memory: {}", bytes.join(" "));
    }
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
        vertices,
        instance,
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
    if !vertices.is_empty() {
        let vertices: Vec<String> = vertices.iter().map(u32::to_string).collect();
        let of = if *instance > 0 {
            format!(" of instance {instance}")
        } else {
            String::new()
        };
        let _ = writeln!(text, "      vertices {}{of}", vertices.join(", "));
    }
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
    for test in &of.fragment.tests {
        if of.fragment.dropped != Some(test.drops()) {
            let _ = writeln!(text, "      passes {}", compared(test));
        }
    }
    if let Some(dropped) = of.fragment.dropped {
        let _ = writeln!(text, "      dropped: {}", reason(dropped, &of.fragment));
    }
    for output in &of.fragment.outputs {
        write_output(text, output, &of.fragment);
    }
    let _ = writeln!(text, "      {}", change(before, after));
}

/// Why a fragment was dropped.
fn reason(dropped: Dropped, of: &WatchedFragment) -> String {
    let tested = of.tests.iter().find(|test| test.drops() == dropped);
    match (dropped, tested) {
        (Dropped::Discarded, _) => "the program discards it".to_owned(),
        (Dropped::Coverage, _) => "no sample is left of its coverage".to_owned(),
        (_, Some(test)) => format!("it fails {}", compared(test)),
        (Dropped::Alpha | Dropped::Stencil | Dropped::Depth, None) => "it fails a test".to_owned(),
    }
}

/// A test with what it compares.
fn compared(test: &FragmentTest) -> String {
    match test {
        FragmentTest::Alpha {
            function,
            alpha,
            reference,
        } => {
            let [alpha, reference] = [alpha, reference].map(|value| decimal(*value));
            format!("the alpha test: {alpha} {} {reference}", function.name())
        }
        FragmentTest::Stencil {
            function,
            reference,
            stored,
        } => format!(
            "the stencil test: {reference} {} {stored} that is stored",
            function.name()
        ),
        FragmentTest::Depth {
            function,
            depth,
            stored,
        } => {
            let [depth, stored] = [depth, stored].map(|value| decimal(*value));
            format!(
                "the depth test: {depth} {} {stored} that is stored",
                function.name()
            )
        }
    }
}

/// What was done with a colour beside storing it.
fn write_output(text: &mut String, output: &ColorOutput, of: &WatchedFragment) {
    let mut parts = Vec::new();
    if let Some(blend) = &output.blend {
        let source = output.source.map(|bits| decimal(f32::from_bits(bits)));
        let before = of.before.colors.get(output.buffer).copied().unwrap_or_default();
        let stored = before.map(component);
        let colors = |color: &[String; 4]| format!("({})", color[..3].join(", "));
        let color = equation(blend, 0, [colors(&source), colors(&stored)]);
        let [.., alpha] = source;
        let [.., stored] = stored;
        parts.push(format!(
            "blended: {color}, alpha {}",
            equation(blend, 1, [alpha, stored])
        ));
    }
    if let Some(logic) = output.logic {
        parts.push(format!("combined by {} with what is stored", logic.name()));
    }
    if output.mask & 0b1111 != 0b1111 {
        let names = ["red", "green", "blue", "alpha"].into_iter().enumerate();
        let kept = names.filter(|(at, _)| output.mask >> at & 1 == 0);
        let kept: Vec<&str> = kept.map(|(_, name)| name).collect();
        parts.push(format!("{} not stored", kept.join(", ")));
    }
    if parts.is_empty() {
        return;
    }
    let buffer = match of.before.colors.len() {
        1 => String::new(),
        _ => format!("colour {} is ", output.buffer),
    };
    let _ = writeln!(text, "      {buffer}{}", parts.join("; "));
}

/// An equation of blending of colours (0) or of alpha (1), with the values that it takes.
fn equation(blend: &Blend, part: usize, [source, stored]: [String; 2]) -> String {
    let [from, to] = [blend.source[part].name(), blend.destination[part].name()];
    match blend.equation[part] {
        BlendEquation::Add => format!("{source} * {from} + {stored} * {to}"),
        BlendEquation::Subtract => format!("{source} * {from} - {stored} * {to}"),
        BlendEquation::ReverseSubtract => format!("{stored} * {to} - {source} * {from}"),
        BlendEquation::Min | BlendEquation::Max => {
            format!("{} of {source} and {stored}", blend.equation[part].name())
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
        texels: _,
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
