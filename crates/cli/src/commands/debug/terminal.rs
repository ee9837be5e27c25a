//! The debugger in a terminal: reads keys, draws the screen.

use std::io;
use std::process::ExitCode;
use std::time::Duration;

use quadrille_debug::Interpreter;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers};

use super::screen::{Outcome, Screen};

/// Lets a user debug until that is enough.
pub(super) fn run(debugger: Interpreter<'static>) -> io::Result<ExitCode> {
    // A panic and an error leave the terminal as it was, too.
    let mut terminal = ratatui::try_init()?;
    let mut screen = Screen::new(debugger);
    let outcome = loop {
        if let Err(error) = terminal.draw(|frame| screen.draw(frame)) {
            break Err(error);
        }
        match event::read() {
            Ok(Event::Key(key)) if key.kind != KeyEventKind::Release => {
                if screen.key(key, &mut goes_on) == Outcome::Ends {
                    break Ok(ExitCode::SUCCESS);
                }
            }
            Ok(_) => {}
            Err(error) => break Err(error),
        }
    };
    ratatui::try_restore()?;
    outcome
}

/// Whether a run is to go on: nobody has pressed Escape or Control-C. Other keys that come meanwhile are dropped.
fn goes_on() -> bool {
    while event::poll(Duration::ZERO).unwrap_or(false) {
        let Ok(Event::Key(key)) = event::read() else {
            continue;
        };
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if key.code == KeyCode::Esc || control && key.code == KeyCode::Char('c') {
            return false;
        }
    }
    true
}
