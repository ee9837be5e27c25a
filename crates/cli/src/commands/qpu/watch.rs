//! What a run is watched by: traces, and the part of it that they tell of.

use std::ops::Range;
use std::path::PathBuf;

use quadrille_vc4::asm::disassemble_word;
use quadrille_vc4::trace::filter::{Filter, Selection, TracedRegister};
use quadrille_vc4::trace::kanata::KanataTrace;
use quadrille_vc4::trace::svg::SvgTrace;
use quadrille_vc4::trace::text::TextTrace;
use quadrille_vc4::trace::{InstructionEvent, Observer, TransferEvent};

use super::QpuError;
use crate::error::Error;
use crate::files;
use crate::setting::{SettingError, word};

/// Entries that a trace holds at most.
const TRACE: usize = 1_000_000;

#[derive(clap::Args)]
pub(crate) struct WatchArgs {
    /// Print every instruction with its results.
    #[arg(long)]
    trace: bool,
    /// Print the values of the trace as floats.
    #[arg(long)]
    floats: bool,
    /// Trace these QPUs only.
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',')]
    trace_qpu: Vec<u8>,
    /// Trace instructions that begin at these clocks only.
    #[arg(long, value_name = "FROM..TO")]
    trace_clocks: Option<String>,
    /// Trace instructions at these addresses only, as the trace shows them.
    #[arg(long, value_name = "FROM..TO")]
    trace_addresses: Option<String>,
    /// Trace instructions that write one of these registers only: ra0, rb31, r4 …
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    trace_register: Vec<String>,
    /// Write a trace for pipeline viewers (Kanata).
    #[arg(long, value_name = "FILE")]
    kanata: Option<PathBuf>,
    /// Write a picture of what each QPU did when.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// The traces that were asked for.
pub(crate) struct Watch {
    text: Option<Filter<TextTrace>>,
    kanata: Option<Filter<KanataTrace>>,
    svg: Option<Filter<SvgTrace>>,
}

impl Watch {
    /// Whether there is any.
    pub(crate) fn is_watching(&self) -> bool {
        self.text.is_some() || self.kanata.is_some() || self.svg.is_some()
    }
}

impl Observer for Watch {
    fn instruction(&mut self, event: &InstructionEvent<'_>) {
        self.text.instruction(event);
        self.kanata.instruction(event);
        self.svg.instruction(event);
    }

    fn transfer(&mut self, event: &TransferEvent) {
        self.text.transfer(event);
        self.kanata.transfer(event);
        self.svg.transfer(event);
    }
}

/// A range `FROM..TO`, of which either end may be left out.
fn range(text: &str, most: u32) -> Result<Range<u32>, SettingError> {
    let (from, to) = text
        .split_once("..")
        .ok_or_else(|| SettingError::form(text, "FROM..TO"))?;
    let end = |text: &str, without: u32| if text.is_empty() { Ok(without) } else { word(text) };
    Ok(end(from, 0)?..end(to, most)?)
}

impl WatchArgs {
    fn selection(&self) -> Result<Selection, Error> {
        let clocks = self.trace_clocks.as_deref().map(|text| range(text, u32::MAX));
        let addresses = self.trace_addresses.as_deref().map(|text| range(text, u32::MAX));
        let registers = self.trace_register.iter().map(|name| {
            let name = name.trim();
            TracedRegister::of_name(name).ok_or_else(|| QpuError::Register(name.to_owned()))
        });
        Ok(Selection {
            qpus: self.trace_qpu.clone(),
            clocks: clocks
                .transpose()?
                .map(|clocks| u64::from(clocks.start)..u64::from(clocks.end)),
            addresses: addresses.transpose()?,
            registers: registers.collect::<Result<_, _>>()?,
        })
    }

    /// The traces of what was asked for.
    pub(crate) fn observer(&self) -> Result<Watch, Error> {
        let selection = self.selection()?;
        let text = || match TextTrace::new(TRACE, disassemble_word) {
            trace if self.floats => trace.with_floats(),
            trace => trace,
        };
        Ok(Watch {
            text: self.trace.then(|| Filter::new(text(), selection.clone())),
            kanata: self
                .kanata
                .as_ref()
                .map(|_| Filter::new(KanataTrace::new(TRACE, disassemble_word), selection.clone())),
            svg: self
                .svg
                .as_ref()
                .map(|_| Filter::new(SvgTrace::new(TRACE), selection.clone())),
        })
    }

    /// Prints and writes what the traces hold.
    pub(crate) fn save(&self, watch: Watch) -> Result<(), Error> {
        if let Some(trace) = watch.text {
            print!("{}", trace.observer.into_text());
        }
        if let (Some(path), Some(trace)) = (&self.kanata, watch.kanata) {
            files::write(path, trace.observer.into_text().as_bytes())?;
        }
        if let (Some(path), Some(trace)) = (&self.svg, watch.svg) {
            files::write(path, trace.observer.into_text().as_bytes())?;
        }
        Ok(())
    }
}
