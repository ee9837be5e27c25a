//! A profile as a flame graph: the scene, on it its commands, on these their programs, on these source lines. A bar is as wide
//! as its time; bars too narrow to see are left out. Titles tell each one's time where a viewer shows them.

use std::fmt::Write;
use std::time::Duration;

use quadrille::Source;
use quadrille::report::markup::escaped;
use quadrille::scene::{CommandProfile, Profile};
use quadrille::steps::one_line;

use super::rows::{OTHERS, PIPELINE, stage_name};

const WIDTH: f64 = 1200.0;
const ROW: f64 = 20.0;
const ROWS: usize = 4;
/// The width of a character of the font, and a bar that is too narrow to see.
const CHARACTER: f64 = 6.7;
const NARROW: f64 = 0.4;

/// Fills of bars: the scene, commands, programs, what is beside programs, lines.
const SCENE: &str = "#d9d4c7";
const COMMAND: &str = "#f2c14e";
const PROGRAM: &str = "#f08a4b";
const BESIDE: &str = "#b9c4c9";
const LINE: &str = "#e4572e";

struct Graph {
    text: String,
    /// Pixels of a second.
    scale: f64,
}

/// The graph as an SVG.
pub(super) fn svg(name: &str, source: &Source, profile: &Profile) -> String {
    let all = profile.time();
    let height = ROW * ROWS as f64;
    let mut graph = Graph {
        text: format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" \
             font-family=\"monospace\" font-size=\"11\">\n"
        ),
        scale: if all.is_zero() {
            0.0
        } else {
            WIDTH / all.as_secs_f64()
        },
    };
    graph.bar(0, Duration::ZERO, all, SCENE, name);
    let mut at = Duration::ZERO;
    for command in &profile.commands {
        let line = source.position(command.span.start).line;
        let text = format!("{line}: {}", one_line(source, command.span));
        graph.bar(1, at, command.time, COMMAND, &text);
        graph.programs(source, command, at);
        at += command.time;
    }
    graph.text.push_str("</svg>\n");
    graph.text
}

impl Graph {
    fn programs(&mut self, source: &Source, command: &CommandProfile, mut at: Duration) {
        for program in &command.programs {
            self.bar(2, at, program.time, PROGRAM, stage_name(program.stage));
            let mut inside = at;
            for instruction in &program.instructions {
                let time = program.time_of(instruction);
                let line = source.position(instruction.span.start).line;
                let text = format!("{line}: {}", one_line(source, instruction.span));
                self.bar(3, inside, time, LINE, &text);
                inside += time;
            }
            at += program.time;
        }
        let beside = if command.draws { PIPELINE } else { OTHERS };
        self.bar(2, at, command.rest(), BESIDE, beside);
    }

    /// A bar in a row, counted from the lowest.
    fn bar(&mut self, row: usize, from: Duration, time: Duration, fill: &str, text: &str) {
        let (x, width) = (from.as_secs_f64() * self.scale, time.as_secs_f64() * self.scale);
        if width < NARROW {
            return;
        }
        let y = ROW * (ROWS - 1 - row) as f64;
        let room = ((width - 6.0) / CHARACTER).max(0.0) as usize;
        let shown: String = if room < 3 {
            String::new()
        } else {
            text.chars().take(room).collect()
        };
        // Writing to a string does not fail.
        let _ = writeln!(
            self.text,
            "<g><title>{}: {:.3} ms</title><rect x=\"{x:.2}\" y=\"{y}\" width=\"{width:.2}\" height=\"{}\" \
             fill=\"{fill}\" stroke=\"white\" stroke-width=\"0.5\"/><text x=\"{:.2}\" y=\"{}\">{}</text></g>",
            escaped(text),
            time.as_secs_f64() * 1e3,
            ROW - 1.0,
            x + 3.0,
            y + 13.0,
            escaped(&shown),
        );
    }
}
