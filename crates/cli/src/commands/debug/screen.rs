//! The debugger's screen: the program, registers, threads, answers and the line that is typed. It knows no terminal:
//! keys come in as values, and what is drawn goes into a frame.

mod picture;

use quadrille_debug::Interpreter;
use quadrille_debug::breakpoint::Trigger;
use quadrille_debug::interpreter::Picture;
use quadrille_debug::machine::{Activity, Group};
use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::{Constraint, Layout, Position, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Paragraph};

/// Lines of answers that are kept.
const LOG: usize = 2000;
/// Lines of answers that are seen.
const SEEN: u16 = 9;

const HERE: Style = Style::new().fg(Color::Black).bg(Color::Yellow);
const STOP: Style = Style::new().fg(Color::Red).add_modifier(Modifier::BOLD);
const CHANGED: Style = Style::new().fg(Color::Yellow).add_modifier(Modifier::BOLD);
const DIM: Style = Style::new().fg(Color::DarkGray);
const TITLE: Style = Style::new().add_modifier(Modifier::BOLD);

/// What a key did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Outcome {
    Goes,
    Ends,
}

/// The screen.
pub(super) struct Screen {
    debugger: Interpreter<'static>,
    input: String,
    /// The command that an empty line repeats.
    last: String,
    log: Vec<String>,
    /// What is shown of all threads, if it was asked for.
    lanes: Option<String>,
    /// The texture that stands in place of the registers until the next command.
    picture: Option<Picture>,
    /// Which registers are shown first.
    registers: usize,
    /// Lines that the program is scrolled by.
    scrolled: i64,
    /// The registers before the last command.
    before: Vec<String>,
}

impl Screen {
    pub(super) fn new(debugger: Interpreter<'static>) -> Screen {
        let mut screen = Screen {
            debugger,
            input: String::new(),
            last: String::new(),
            log: Vec::new(),
            lanes: None,
            picture: None,
            registers: 0,
            scrolled: 0,
            before: Vec::new(),
        };
        screen.say("→ step, ← back, ↓ next, ↑ back-next, F5 continue, Tab thread, PgUp/PgDn scroll; help lists commands");
        screen.before = screen.values();
        screen
    }

    fn say(&mut self, text: &str) {
        self.log.extend(text.lines().map(str::to_owned));
        let extra = self.log.len().saturating_sub(LOG);
        self.log.drain(..extra);
    }

    fn values(&self) -> Vec<String> {
        let session = self.debugger.session();
        let machine = session.machine();
        let numbers = 0..machine.registers().len();
        let value = |number| {
            machine
                .value(number, session.thread)
                .map(|value| value.to_string())
        };
        numbers.map(|number| value(number).unwrap_or_default()).collect()
    }

    /// Carries a command out and shows what is answered.
    pub(super) fn command(&mut self, command: &str, goes_on: &mut dyn FnMut() -> bool) -> Outcome {
        self.before = self.values();
        self.scrolled = 0;
        self.last = command.to_owned();
        self.say(&format!("> {command}"));
        if let Some(expression) = command.strip_prefix("lanes ") {
            self.lanes = Some(expression.trim().to_owned());
        }
        let reply = self.debugger.execute(command, goes_on);
        self.say(&reply.text);
        self.picture = reply.picture;
        if reply.is_end {
            Outcome::Ends
        } else {
            Outcome::Goes
        }
    }

    /// Does what a key asks for.
    pub(super) fn key(&mut self, key: KeyEvent, goes_on: &mut dyn FnMut() -> bool) -> Outcome {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let shift = key.modifiers.contains(KeyModifiers::SHIFT);
        let command = match key.code {
            KeyCode::Char('c' | 'd') if control => return Outcome::Ends,
            KeyCode::Char(letter) if !control => {
                self.input.push(letter);
                return Outcome::Goes;
            }
            KeyCode::Backspace => {
                self.input.pop();
                return Outcome::Goes;
            }
            KeyCode::Esc => {
                self.input.clear();
                return Outcome::Goes;
            }
            KeyCode::Enter if self.input.is_empty() => self.last.clone(),
            KeyCode::Enter => std::mem::take(&mut self.input),
            KeyCode::Right | KeyCode::F(11) => "step".to_owned(),
            KeyCode::Left => "back".to_owned(),
            KeyCode::Down | KeyCode::F(10) => "next".to_owned(),
            KeyCode::Up => "back-next".to_owned(),
            KeyCode::F(5) if shift => "back-continue".to_owned(),
            KeyCode::F(5) => "continue".to_owned(),
            KeyCode::F(6) => "back-continue".to_owned(),
            KeyCode::F(1) => "help".to_owned(),
            KeyCode::Tab | KeyCode::BackTab => {
                let session = self.debugger.session();
                let threads = session.machine().threads().max(1);
                let by = if key.code == KeyCode::Tab { 1 } else { threads - 1 };
                format!("thread {}", (session.thread + by) % threads)
            }
            KeyCode::PageDown => {
                self.scrolled += 10;
                return Outcome::Goes;
            }
            KeyCode::PageUp => {
                self.scrolled -= 10;
                return Outcome::Goes;
            }
            KeyCode::Home => {
                self.registers = 0;
                return Outcome::Goes;
            }
            KeyCode::End => {
                self.registers += 10;
                return Outcome::Goes;
            }
            _ => return Outcome::Goes,
        };
        if command.is_empty() {
            return Outcome::Goes;
        }
        self.command(&command, goes_on)
    }

    /// Draws everything.
    pub(super) fn draw(&self, frame: &mut Frame<'_>) {
        let rows = [
            Constraint::Length(1),
            Constraint::Min(5),
            Constraint::Length(SEEN + 1),
            Constraint::Length(1),
        ];
        let [title, middle, log, input] = Layout::vertical(rows).areas(frame.area());
        let sides = [Constraint::Percentage(52), Constraint::Percentage(48)];
        let [program, right] = Layout::horizontal(sides).areas(middle);
        let threads = (self.debugger.session().machine().threads() as u16 + 1)
            .min(right.height / 2)
            .max(2);
        let parts = [Constraint::Min(2), Constraint::Length(threads)];
        let [registers, threads] = Layout::vertical(parts).areas(right);
        frame.render_widget(self.title(), title);
        self.draw_program(frame, program);
        match &self.picture {
            Some(picture) => draw_picture(picture, frame, registers),
            None => self.draw_registers(frame, registers),
        }
        self.draw_threads(frame, threads);
        let seen = self.log.len().saturating_sub(usize::from(SEEN));
        let lines: Vec<Line<'_>> = self.log[seen..]
            .iter()
            .map(|line| Line::raw(line.as_str()))
            .collect();
        frame.render_widget(Paragraph::new(lines).block(titled("answers")), log);
        frame.render_widget(Line::raw(format!("> {}", self.input)), input);
        let column = input.x + 2 + self.input.chars().count() as u16;
        frame.set_cursor_position(Position::new(
            column.min(input.right().saturating_sub(1)),
            input.y,
        ));
    }

    fn title(&self) -> Line<'_> {
        let session = self.debugger.session();
        let machine = session.machine();
        let step = match session.timeline().last() {
            Some(last) => format!("step {} of {last}", session.at()),
            None => format!("step {}", session.at()),
        };
        let clock = machine
            .clock(session.thread)
            .map_or_else(String::new, |clock| format!(", clock {clock}"));
        let end = machine.end().map_or_else(String::new, |end| format!(": {end}"));
        let name = &machine.listing().name;
        let thread = machine.thread_name(session.thread);
        Line::styled(format!("{name}  {step}, {thread}{clock}{end}"), TITLE)
    }

    fn draw_program(&self, frame: &mut Frame<'_>, area: Rect) {
        let session = self.debugger.session();
        let machine = session.machine();
        let listing = machine.listing();
        let line_of = |at: usize| listing.line_of(at);
        let here = machine.at(session.thread).and_then(line_of);
        let stops: Vec<u32> = session
            .breakpoints()
            .iter()
            .filter_map(|breakpoint| match breakpoint.trigger {
                Trigger::Instruction(at) => line_of(at),
                Trigger::Written(_) | Trigger::Accessed(_) => None,
            })
            .collect();
        let text = listing.text();
        let rows = i64::from(area.height.saturating_sub(1)).max(1);
        let count = text.lines().count() as i64;
        let middle = i64::from(here.unwrap_or(count as u32)) - 1 + self.scrolled;
        let first = (middle - rows / 2).clamp(0, (count - rows).max(0));
        let lines = text.lines().zip(1u32..).skip(first as usize).take(rows as usize);
        let lines: Vec<Line<'_>> = lines
            .map(|(text, number)| {
                let stop = if stops.contains(&number) { "●" } else { " " };
                let is_here = here == Some(number);
                let mark = if is_here { "▶" } else { " " };
                let style = if is_here { HERE } else { Style::new() };
                Line::from(vec![
                    Span::styled(stop, STOP),
                    Span::styled(format!("{number:4}{mark} "), DIM),
                    Span::styled(text.replace('\t', "    "), style),
                ])
            })
            .collect();
        let block = titled("program");
        // A long line ends before the column of the registers.
        let mut inner = block.inner(area);
        inner.width = inner.width.saturating_sub(1);
        frame.render_widget(block, area);
        frame.render_widget(Paragraph::new(lines), inner);
    }

    fn draw_registers(&self, frame: &mut Frame<'_>, area: Rect) {
        let session = self.debugger.session();
        let machine = session.machine();
        let all = machine.registers();
        let values = self.values();
        let mut lines: Vec<Line<'_>> = Vec::new();
        for group in Group::ALL {
            for (number, register) in all.iter().enumerate().filter(|(_, one)| one.group == group) {
                let (value, before) = (&values[number], self.before.get(number));
                let is_changed = before.is_some_and(|before| before != value);
                // A machine with hundreds of registers has most of them empty.
                let is_empty = machine
                    .value(number, session.thread)
                    .is_none_or(|value| value.words.iter().all(|word| *word == 0));
                if all.len() > 64 && is_empty && !is_changed {
                    continue;
                }
                let style = if is_changed { CHANGED } else { Style::new() };
                lines.push(Line::from(vec![
                    Span::styled(format!("{:<18} ", register.name), DIM),
                    Span::styled(value.clone(), style),
                ]));
            }
        }
        let rows = usize::from(area.height.saturating_sub(1));
        let first = self.registers.min(lines.len().saturating_sub(rows));
        let seen: Vec<Line<'_>> = lines.into_iter().skip(first).collect();
        frame.render_widget(Paragraph::new(seen).block(titled("registers")), area);
    }

    fn draw_threads(&self, frame: &mut Frame<'_>, area: Rect) {
        let session = self.debugger.session();
        let machine = session.machine();
        let rows = usize::from(area.height.saturating_sub(1));
        // The thread that is looked at is among those that are seen.
        let first = (session.thread + 1).saturating_sub(rows);
        let expression = self.lanes.as_ref();
        let expression =
            expression.and_then(|text| quadrille_debug::expression::Expression::parse(machine, text).ok());
        let threads = (first..machine.threads()).take(rows);
        let lines: Vec<Line<'_>> = threads
            .map(|thread| {
                let activity = machine.activity(thread);
                let at = machine.at(thread).and_then(|at| machine.listing().line_of(at));
                let at = at.map_or_else(String::new, |line| format!("line {line}"));
                let value = expression
                    .as_ref()
                    .and_then(|one| one.value(machine, thread, session.at()));
                let value = value.map_or_else(String::new, |value| value.to_string());
                let mark = if thread == session.thread { '>' } else { ' ' };
                let name = machine.thread_name(thread);
                let style = match activity {
                    Activity::Next => Style::new(),
                    Activity::Ready | Activity::Waiting | Activity::Idle => DIM,
                };
                Line::styled(
                    format!("{mark}{name:<16} {:<8} {at:<10} {value}", activity.name()),
                    style,
                )
            })
            .collect();
        let title = match &self.lanes {
            Some(text) => format!("threads: {text}"),
            None => "threads".to_owned(),
        };
        frame.render_widget(Paragraph::new(lines).block(titled(title)), area);
    }
}

/// A line with a name above a part of the screen.
/// A texture.
fn draw_picture(picture: &Picture, frame: &mut Frame<'_>, area: Rect) {
    let block = titled(picture.name.clone());
    let lines = picture::lines(picture, block.inner(area).as_size());
    frame.render_widget(Paragraph::new(lines).block(block), area);
}

fn titled<'a>(title: impl Into<String>) -> Block<'a> {
    let title = format!("── {} ", title.into());
    Block::new()
        .borders(ratatui::widgets::Borders::TOP)
        .border_style(DIM)
        .title(title)
}

#[cfg(test)]
mod tests;
