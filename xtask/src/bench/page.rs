//! What was measured, as a table, a page and a picture.

use std::fmt::Write as _;

use super::Measured;
use super::compute::Dispatched;
use super::scaling::Scaling;
use super::sweep::Swept;

/// The head of the table.
pub(super) const HEAD: &str =
    "| row | counts | Quadrille, M/s | driver, M/s | ratio | on the wall | memory, MB |
|---|---|---:|---:|---:|---:|---:|";

/// The head of the table of compute programs.
pub(super) const COMPUTE_HEAD: &str = "| dispatch | counts | M/s | bound by | of the machine's |
|---|---|---:|---|---:|";

/// A row of the table of compute programs.
pub(super) fn compute_line(dispatched: &Dispatched) -> String {
    let Dispatched {
        name,
        unit,
        speed,
        bound,
        fraction,
    } = dispatched;
    let speed = number(speed / 1e6);
    format!(
        "| {name} | {unit} | {speed} | {bound} | {:.1} % |",
        fraction * 100.0
    )
}

/// The head of the table of a sweep.
pub(super) const SWEEP_HEAD: &str = "| state | pixels, M/s | neighbour | of its speed |
|---|---:|---|---:|";

/// A row of the table of a sweep.
pub(super) fn sweep_line(swept: &Swept) -> String {
    let (neighbour, speed) = &swept.neighbour;
    let of = swept.speed / speed;
    format!(
        "| {} | {} | {neighbour} | {of:.2} |",
        swept.name,
        number(swept.speed / 1e6)
    )
}

/// A row of the table.
pub(super) fn line(measured: &Measured) -> String {
    let ours = measured.speed(measured.ours);
    let (theirs, processor, wall) = match (measured.peer, measured.ratios()) {
        (Some(peer), Some([processor, wall])) => (
            number(measured.speed(peer)),
            format!("{processor:.2}"),
            format!("{wall:.2}"),
        ),
        _ => ("–".to_owned(), "–".to_owned(), "–".to_owned()),
    };
    let memory = measured
        .peak
        .map_or("–".to_owned(), |bytes| format!("{:.1}", bytes as f64 / 1e6));
    format!(
        "| {} | {} | {} | {theirs} | {processor} | {wall} | {memory} |",
        measured.name,
        measured.unit,
        number(ours)
    )
}

/// The sections about threads, sizes and fills.
pub(super) fn scaling(scaling: &Scaling) -> String {
    let mut text = String::new();
    if !scaling.threaded.is_empty() {
        text += "
## Two threads

Items in a second on the wall, with one thread and with two on a processor each, in turns.

| row | counts | one thread, M/s | two threads, M/s | times as fast |
|---|---|---:|---:|---:|
";
        for row in &scaling.threaded {
            let [one, two] = [row.one, row.two].map(|speed| number(speed / 1e6));
            let times = row.two / row.one;
            let _ = writeln!(
                text,
                "| {} | {} | {one} | {two} | {times:.2} |",
                row.name, row.unit
            );
        }
    }
    if !scaling.sized.is_empty() {
        text += "
## Sizes

The same draw of other sizes, vertices or pixels.

| row | size | M/s | of the fastest |
|---|---:|---:|---:|
";
        for row in &scaling.sized {
            let (speed, percent) = (number(row.speed / 1e6), row.of * 100.0);
            let _ = writeln!(text, "| {} | {} | {speed} | {percent:.0} % |", row.name, row.size);
        }
    }
    if !scaling.filled.is_empty() {
        text += "
## Fills

Bytes that are written to a framebuffer of 2048² pixels, beside a loop that does nothing but fill as many.

| | GB/s | of the machine's |
|---|---:|---:|
";
        for row in &scaling.filled {
            let (speed, percent) = (number(row.speed / 1e9), row.of * 100.0);
            let _ = writeln!(text, "| {} | {speed} | {percent:.0} % |", row.name);
        }
    }
    text
}

/// Three significant digits.
fn number(value: f64) -> String {
    let digits = (2.0 - value.max(1e-9).log10().floor()).clamp(0.0, 9.0);
    format!("{value:.*}", digits as usize)
}

/// The page.
pub(super) struct Page<'a> {
    pub(super) engine: &'a str,
    pub(super) driver: Option<&'a str>,
    pub(super) threads: usize,
    pub(super) rounds: usize,
    pub(super) rows: &'a [Measured],
    pub(super) computed: &'a [Dispatched],
    pub(super) scaling: &'a Scaling,
}

impl Page<'_> {
    pub(super) fn text(&self) -> String {
        let processor = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let processor = processor
            .lines()
            .find_map(|line| line.strip_prefix("model name")?.split_once(": "))
            .map_or("a processor without a name", |(_, name)| name);
        let mut text = format!(
            "# How fast it draws

```sh
cargo run --release -p xtask -- bench --peer llvmpipe          # this table
cargo run --release -p xtask -- bench --row blending           # some rows, Quadrille alone
cargo run --release -p xtask -- bench --sweep                  # formats and lookups: none much slower than its neighbour
cargo run --release -p xtask -- bench --scaling                # the last tables alone
cargo run --release -p xtask -- bench --save before            # and after a change: --against before
```

Quadrille beside {}, on {processor}. Both draw the same programs, vertices, textures and state, in turns, in one \
process that is bound to {} of the machine's processors; their pictures are compared first. Programs run on the engine \
`{}`. Speeds are items in a second of processor time, medians of {} samples; a ratio above 1 says that Quadrille is \
faster. Rows without a driver are in languages that llvmpipe does not have, or have no program. Memory is the most that a \
process has that draws the row with Quadrille alone, itself included. Vertices of the first rows are culled behind their \
program; draws of whole pictures are finished one by one, so that none is left out.

![ratios](pictures/performance.svg)

{HEAD}
",
            self.driver.unwrap_or("no driver"),
            self.threads,
            self.engine,
            self.rounds
        );
        for measured in self.rows {
            text += &line(measured);
            text.push('\n');
        }
        let _ = write!(
            text,
            "
## Compute programs

Programs of `examples/compute` and others that do one thing, with larger buffers; what they store is compared first. The \
last column has the operations that bound them beside what one processor of this machine does at most, which the same \
command measures by loops that do nothing else.

{COMPUTE_HEAD}
"
        );
        for dispatched in self.computed {
            text += &compute_line(dispatched);
            text.push('\n');
        }
        text + &scaling(self.scaling)
    }

    /// The ratios as bars on a logarithmic scale from 1/100 to 100.
    pub(super) fn picture(&self) -> String {
        const ROW: usize = 18;
        const LEFT: f64 = 260.0;
        const DECADE: f64 = 120.0;
        let rows = || {
            self.rows
                .iter()
                .filter_map(|row| Some((row.name, row.ratios()?[0])))
        };
        let height = rows().count() * ROW + 30;
        let one = LEFT + 2.0 * DECADE;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"780\" height=\"{height}\" font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"780\" height=\"{height}\" fill=\"white\"/>\n"
        );
        for power in -2..=2 {
            let x = one + f64::from(power) * DECADE;
            let label = 10.0_f64.powi(power);
            let _ = writeln!(
                svg,
                "<line x1=\"{x}\" y1=\"20\" x2=\"{x}\" y2=\"{height}\" stroke=\"#ccc\"/><text x=\"{x}\" y=\"14\" text-anchor=\"middle\">{label}</text>"
            );
        }
        for (at, (name, ratio)) in rows().enumerate() {
            let y = 24 + at * ROW;
            let end = one + ratio.clamp(0.01, 100.0).log10() * DECADE;
            let (start, width) = (end.min(one), (end - one).abs().max(1.0));
            let color = if ratio >= 1.0 { "#2a7" } else { "#c54" };
            let _ = writeln!(
                svg,
                "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text><rect x=\"{start:.1}\" y=\"{y}\" width=\"{width:.1}\" height=\"12\" fill=\"{color}\"/>",
                LEFT - 8.0,
                y + 11,
                name
            );
        }
        svg + "</svg>\n"
    }
}
