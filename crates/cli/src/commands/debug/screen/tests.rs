//! The screen as keys make it.

use quadrille::{Inputs, Session};
use quadrille_debug::gl::{GlMachine, listing};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use quadrille_debug::interpreter::Picture;
use ratatui::layout::Size;
use ratatui::style::Color;
use ratatui::text::Line;

use super::{Outcome, Screen, picture};

/// A highlight: the square of the cosine, where that is above 0.5.
const PROGRAM: &str = "!!ARBfp1.0
PARAM light = { 0.6, 0.8, 0.0, 0.0 };
TEMP n, level, color;
DP3 n.w, fragment.texcoord[0], fragment.texcoord[0];
RSQ n.w, n.w;
MUL n.xyz, n.w, fragment.texcoord[0];
DP3 level.x, n, light;
MUL level.y, level.x, level.x;
SGE level.z, level.x, 0.5;
MUL color, level.y, level.z;
MAD result.color, color, { 1.0, 0.9, 0.7, 0.0 }, { 0.1, 0.1, 0.2, 1.0 };
END
";

fn screen() -> Screen {
    let loaded = Session::new().load("light.fp", PROGRAM).expect("it is right");
    let mut inputs = Inputs::default();
    for (lane, x) in [3.0, 1.0, -1.0, -3.0].into_iter().enumerate() {
        let normal = quadrille::Vector::floats([x, 4.0, 0.0, 0.0]);
        inputs.set_vector("fragment.texcoord[0]", Some(lane), normal);
    }
    let evaluation = loaded.evaluation(&inputs).expect("the inputs are the program's");
    let listing = listing(loaded.program(), loaded.source(), &|span| span);
    let machine = GlMachine::of_evaluation(loaded.program(), listing, evaluation);
    Screen::new(quadrille_debug::Interpreter::new(quadrille_debug::Session::new(
        Box::new(machine),
    )))
}

/// source: docs/debugger.md: the highest row is first, two rows a line
#[test]
fn pictures_are_half_blocks() {
    let picture = Picture {
        name: "texture[0]".to_owned(),
        width: 2,
        height: 3,
        pixels: [1, 2, 3, 4, 5, 6].map(|red| [red, 0, 0, 255]).to_vec(),
    };
    let shown = |area: Size| -> Vec<Vec<(Option<Color>, Option<Color>)>> {
        let lines = picture::lines(&picture, area);
        let cells = |line: &Line<'_>| {
            line.spans
                .iter()
                .map(|span| (span.style.fg, span.style.bg))
                .collect()
        };
        lines.iter().map(cells).collect()
    };
    let red = |red| Some(Color::Rgb(red, 0, 0));
    assert_eq!(
        shown(Size::new(10, 10)),
        [
            vec![(red(5), red(3)), (red(6), red(4))],
            vec![(red(1), None), (red(2), None)]
        ]
    );
    // Every second texel of every second row, where there is no more room.
    assert_eq!(shown(Size::new(1, 10)), [vec![(red(5), red(1))]]);
}

fn press(screen: &mut Screen, code: KeyCode) -> Outcome {
    screen.key(KeyEvent::new(code, KeyModifiers::NONE), &mut || true)
}

fn types(screen: &mut Screen, text: &str) -> Outcome {
    for letter in text.chars() {
        press(screen, KeyCode::Char(letter));
    }
    press(screen, KeyCode::Enter)
}

fn drawn(screen: &Screen, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("it is memory");
    terminal.draw(|frame| screen.draw(frame)).expect("it is memory");
    let buffer = terminal.backend().buffer();
    let row = |y: u16| -> String { (0..width).map(|x| buffer[(x, y)].symbol()).collect() };
    let rows = (0..height).map(|y| row(y).trim_end().to_owned() + "\n");
    rows.collect()
}

/// The page has the screen as it is. What it must show is worked out by hand: the normal
/// (3, 4, 0)/5 is (0.6, 0.8, 0), its cosine with the light 0.36 + 0.64 = 1.
#[test]
fn the_page_shows_the_screen() {
    let mut screen = screen();
    types(&mut screen, "lanes level.x");
    types(&mut screen, "break 8");
    press(&mut screen, KeyCode::F(5));
    press(&mut screen, KeyCode::Right);
    let text = drawn(&screen, 110, 28);
    assert!(text.contains("    9▶ SGE level.z, level.x, 0.5;"), "{text}");
    assert!(text.contains("●   8"), "{text}");
    let page = include_str!("../../../../../../docs/debugger.md");
    assert!(
        page.contains(&format!("```text\n{text}```")),
        "the page is to have this screen:\n{text}"
    );
}

/// In a narrow terminal the program's lines are longer than their part of it.
#[test]
fn long_lines_end_before_the_registers() {
    let text = drawn(&screen(), 60, 28);
    let rows: Vec<Vec<char>> = text.lines().map(|row| row.chars().collect()).collect();
    let title: String = rows[1].iter().collect();
    let (before, _) = title
        .split_once("── registers")
        .expect("the registers have a title");
    let last = before.chars().count() - 1;
    let program = rows[2..].iter().take_while(|row| !row.starts_with(&['─']));
    let mut long = 0;
    for row in program {
        assert!(row.get(last).is_none_or(|c| *c == ' '), "{text}");
        long += usize::from(row.get(last - 1).is_some_and(|c| *c != ' '));
    }
    assert!(long > 0, "{text}");
}

/// However small the terminal is, and whatever is typed.
#[test]
fn keys_and_sizes_do_no_harm() {
    let mut screen = screen();
    for (width, height) in [(1, 1), (3, 2), (20, 5), (300, 100)] {
        drawn(&screen, width, height);
    }
    press(&mut screen, KeyCode::Left);
    for code in [
        KeyCode::PageDown,
        KeyCode::PageUp,
        KeyCode::Home,
        KeyCode::End,
        KeyCode::Tab,
        KeyCode::BackTab,
    ] {
        press(&mut screen, code);
        drawn(&screen, 80, 24);
    }
    types(&mut screen, "nonsense");
    assert!(drawn(&screen, 80, 24).contains("there is no command `nonsense`"));
    press(&mut screen, KeyCode::Char('x'));
    press(&mut screen, KeyCode::Backspace);
    assert_eq!(types(&mut screen, "quit"), Outcome::Ends);
}
