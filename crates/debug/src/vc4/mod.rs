//! QPU programs of the VideoCore IV: an instruction of one QPU a step, in the order in which the machine runs them.
//!
//! QPUs take turns where they meet; between, one of them may run ahead of the others in time. The clock of each says
//! where it is.

mod registers;
mod writes;

use quadrille_base::Source;
use quadrille_vc4::asm::{Assembly, SymbolKind, disassemble_word};
use quadrille_vc4::machine::job::{Job, JobError, Layout, NamedBuffer};
use quadrille_vc4::machine::{self, End as MachineEnd, Limits, Memory, PausedMachine, Profile};
use quadrille_vc4::trace::{InstructionEvent, Observer, TransferEvent};
use quadrille_vc4::vpm::{COLUMNS, ROWS};

use crate::machine::{
    Activity, Effect, End, Executed, Line, Listing, Machine, Place, Region, Register, Snapshot,
};
use crate::pages::Pages;
use crate::value::{Kind, Value};
use writes::Writes;

/// A job on the machine.
pub struct Vc4Machine {
    machine: PausedMachine,
    buffers: Vec<NamedBuffer>,
    layout: Layout,
    listing: Listing,
    registers: Vec<Register>,
    pages: Pages,
}

struct Saved {
    machine: PausedMachine,
    pages: Pages,
}

/// The region that the VPM is, in front of the buffers.
const VPM: usize = 0;

/// The words of a program, where they stand in its text.
pub fn listing_of_assembly(assembly: &Assembly) -> Option<Listing> {
    let source = assembly.texts.first()?.source();
    let lines = assembly.words.iter().zip(&assembly.places).map(|(word, place)| {
        let (text, at) = assembly.locate(place.offset);
        let line = text.position(at).line;
        let is_own = std::ptr::eq(text, source);
        Line {
            text: line_of(text, line).unwrap_or_else(|| disassemble_word(*word)),
            place: is_own.then_some(Place {
                line,
                column: 1,
                end: line,
            }),
            address: None,
        }
    });
    let places = assembly
        .symbols
        .iter()
        .filter(|symbol| symbol.kind == SymbolKind::Place);
    Some(Listing {
        name: source.name().to_owned(),
        source: Some(source.text().to_owned()),
        lines: lines.collect(),
        labels: places
            .map(|symbol| (symbol.name.clone(), symbol.value as usize / 8))
            .collect(),
    })
}

/// The text of a line, without what it begins and ends with.
fn line_of(source: &Source, line: u32) -> Option<String> {
    let text = source.text().lines().nth(line.checked_sub(1)? as usize)?;
    Some(text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// The words of a program that came without text.
pub fn listing_of_words(name: &str, words: &[u64]) -> Listing {
    Listing {
        name: name.to_owned(),
        source: None,
        lines: words
            .iter()
            .map(|word| Line {
                text: disassemble_word(*word),
                place: None,
                address: None,
            })
            .collect(),
        labels: Vec::new(),
    }
}

impl Vc4Machine {
    /// A job in front of its first instruction.
    ///
    /// # Errors
    ///
    /// [`JobError`] if it cannot be started.
    pub fn new(job: Job, mut listing: Listing, limits: Limits) -> Result<Vc4Machine, JobError> {
        let layout = job.layout()?;
        for (line, address) in listing.lines.iter_mut().zip((layout.code..).step_by(8)) {
            line.address = Some(address);
        }
        let mut buffers = job.buffers;
        let mut machine = machine::Machine::new(Profile::raspberry_pi());
        layout.queue(&mut machine);
        let machine = {
            let memory = memory(&mut buffers, &layout)?;
            PausedMachine::new(machine, &memory, limits)
        };
        let mut pages = Pages::default();
        pages.update(buffers.iter().map(|buffer| &buffer.bytes));
        Ok(Vc4Machine {
            machine,
            buffers,
            layout,
            listing,
            registers: registers::all(),
            pages,
        })
    }

    /// The buffers as they stand.
    pub fn buffers(&self) -> &[NamedBuffer] {
        &self.buffers
    }

    fn instruction(&self, address: u32) -> Option<usize> {
        let offset = address.checked_sub(self.layout.code)?;
        let index = (offset / 8) as usize;
        (index < self.listing.lines.len()).then_some(index)
    }

    fn word(&self, instruction: usize) -> Option<u64> {
        let bytes = self.layout.program.get(8 * instruction..)?.first_chunk::<8>()?;
        Some(u64::from_le_bytes(*bytes))
    }

    fn run<O: Observer>(&mut self, steps: u64, observer: &mut O) -> u64 {
        // What was mapped once can be mapped again.
        match memory(&mut self.buffers, &self.layout) {
            Ok(mut memory) => self.machine.advance(&mut memory, steps, observer),
            Err(_) => 0,
        }
    }

    /// The bytes of each region that differ from copies, as one range a region.
    fn changed(&self, before: &[Vec<u8>]) -> Vec<(usize, u64, u64)> {
        let buffers = self.buffers.iter().zip(before).enumerate();
        let changed = buffers.filter_map(|(number, (buffer, before))| {
            let mut differs = buffer
                .bytes
                .iter()
                .zip(before)
                .enumerate()
                .filter(|(_, (a, b))| a != b);
            let (first, _) = differs.next()?;
            let last = differs.next_back().map_or(first, |(at, _)| at);
            Some((number + 1, first as u64, (last - first) as u64 + 1))
        });
        changed.collect()
    }
}

/// The memory that QPUs see.
fn memory<'a>(buffers: &'a mut [NamedBuffer], layout: &'a Layout) -> Result<Memory<'a>, JobError> {
    let mut memory = Memory::new();
    for (buffer, address) in buffers.iter_mut().zip(&layout.addresses) {
        let mapped = memory.map(*address, &mut buffer.bytes);
        mapped.map_err(|error| JobError::Buffer(buffer.name.clone(), error))?;
    }
    layout.map_constants(&mut memory)?;
    Ok(memory)
}

/// The instruction and the transfers of a step.
#[derive(Default)]
struct Watch {
    executed: Option<(u8, u32, u64, u64, u64)>,
    transfers: Vec<TransferEvent>,
}

impl Observer for Watch {
    fn instruction(&mut self, event: &InstructionEvent<'_>) {
        self.executed = Some((event.qpu, event.address, event.word, event.start, event.stalled));
    }

    fn transfer(&mut self, event: &TransferEvent) {
        self.transfers.push(*event);
    }
}

impl Machine for Vc4Machine {
    fn listing(&self) -> &Listing {
        &self.listing
    }

    fn registers(&self) -> &[Register] {
        &self.registers
    }

    fn threads(&self) -> usize {
        // Only those that a program can come to.
        self.layout.uniforms.len().clamp(1, self.machine.qpus())
    }

    fn thread_name(&self, thread: usize) -> String {
        format!("QPU {thread}")
    }

    fn activity(&self, thread: usize) -> Activity {
        let Some(qpu) = self.machine.qpu(thread) else {
            return Activity::Idle;
        };
        match qpu.activity() {
            machine::Activity::Idle => Activity::Idle,
            machine::Activity::Waiting => Activity::Waiting,
            machine::Activity::Ready if self.machine.next().map(usize::from) == Some(thread) => {
                Activity::Next
            }
            machine::Activity::Ready => Activity::Ready,
        }
    }

    fn at(&self, thread: usize) -> Option<usize> {
        let qpu = self.machine.qpu(thread)?;
        match qpu.activity() {
            machine::Activity::Idle => None,
            machine::Activity::Ready | machine::Activity::Waiting => self.instruction(qpu.address()),
        }
    }

    fn next(&self) -> Option<usize> {
        self.at(usize::from(self.machine.next()?))
    }

    fn calls(&self, _: usize) -> Vec<usize> {
        Vec::new()
    }

    fn value(&self, register: usize, thread: usize) -> Option<Value> {
        registers::value(&self.machine, register, thread)
    }

    fn clock(&self, thread: usize) -> Option<u64> {
        Some(self.machine.qpu(thread)?.clock())
    }

    fn what(&self) -> Option<String> {
        let findings = self.machine.findings();
        let texts: Vec<String> = findings.iter().map(ToString::to_string).collect();
        (!texts.is_empty()).then(|| texts.join("\n"))
    }

    fn regions(&self) -> Vec<Region> {
        let vpm = Region {
            name: "vpm".to_owned(),
            bytes: (ROWS * COLUMNS * 4) as u64,
            address: None,
            kind: Kind::Bits,
        };
        let buffers = self.buffers.iter().zip(&self.layout.addresses);
        let buffers = buffers.map(|(buffer, address)| Region {
            name: buffer.name.clone(),
            bytes: buffer.bytes.len() as u64,
            address: Some(u64::from(*address)),
            kind: Kind::Bits,
        });
        let uniforms = self.layout.uniforms.iter().enumerate();
        let uniforms = uniforms.map(|(number, (address, bytes))| Region {
            name: format!("uniforms[{number}]"),
            bytes: bytes.len() as u64,
            address: Some(u64::from(*address)),
            kind: Kind::Bits,
        });
        std::iter::once(vpm).chain(buffers).chain(uniforms).collect()
    }

    fn bytes(&self, region: usize, offset: u64, bytes: u64) -> Vec<u8> {
        let part = |all: &[u8]| {
            let from = usize::try_from(offset).map_or(all.len(), |from| from.min(all.len()));
            let count = usize::try_from(bytes).map_or(all.len(), |count| count.min(all.len() - from));
            all[from..from + count].to_vec()
        };
        if region == VPM {
            let rows = (0..ROWS).flat_map(|row| self.machine.vpm(row));
            let all: Vec<u8> = rows.flat_map(u32::to_le_bytes).collect();
            return part(&all);
        }
        let number = region - 1;
        match self.buffers.get(number) {
            Some(buffer) => part(&buffer.bytes),
            None => match self.layout.uniforms.get(number - self.buffers.len()) {
                Some((_, bytes)) => part(bytes),
                None => Vec::new(),
            },
        }
    }

    fn end(&self) -> Option<End> {
        Some(match self.machine.end()? {
            MachineEnd::Finished => End::Finished,
            MachineEnd::Budget => End::Stopped("its budget of instructions is used up".to_owned()),
            MachineEnd::Deadlock => End::Stopped("every QPU waits".to_owned()),
            MachineEnd::Stopped => End::Stopped("from outside".to_owned()),
        })
    }

    fn step(&mut self) -> Option<Executed> {
        let thread = usize::from(self.machine.next()?);
        let word = self.at(thread).and_then(|at| self.word(at));
        let mut writes = Writes::before(&self.machine, word);
        let before: Vec<Vec<u8>> = match writes.stores() {
            true => self.buffers.iter().map(|buffer| buffer.bytes.clone()).collect(),
            false => Vec::new(),
        };
        let mut watch = Watch::default();
        if self.run(1, &mut watch) == 0 {
            return None;
        }
        let (qpu, address, word, start, stalled) = watch.executed?;
        let thread = usize::from(qpu);
        let mut effects = writes.after(&self.machine, thread, word);
        for (region, offset, bytes) in self.changed(&before) {
            effects.push(Effect::Memory {
                thread,
                region,
                offset,
                bytes,
                written: true,
            });
        }
        for transfer in watch.transfers {
            let regions = self.regions();
            let holds = |region: &Region| {
                region
                    .address
                    .and_then(|address| u64::from(transfer.address).checked_sub(address))
                    .filter(|offset| *offset < region.bytes)
            };
            let found = regions
                .iter()
                .enumerate()
                .find_map(|(number, region)| Some((number, holds(region)?)));
            if let Some((region, offset)) = found {
                effects.push(Effect::Memory {
                    thread,
                    region,
                    offset,
                    bytes: u64::from(transfer.bytes),
                    written: transfer.store,
                });
            }
        }
        Some(Executed {
            instruction: self.instruction(address).unwrap_or(0),
            threads: vec![thread],
            effects,
            clock: Some((start, stalled)),
        })
    }

    fn advance(&mut self, steps: u64) -> u64 {
        self.run(steps, &mut ())
    }

    fn save(&mut self) -> Snapshot {
        let new = self.pages.update(self.buffers.iter().map(|buffer| &buffer.bytes));
        Snapshot {
            bytes: self.machine.bytes() + new,
            state: Box::new(Saved {
                machine: self.machine.clone(),
                pages: self.pages.clone(),
            }),
        }
    }

    fn restore(&mut self, snapshot: &Snapshot) {
        let Some(saved) = snapshot.state.downcast_ref::<Saved>() else {
            return;
        };
        self.machine = saved.machine.clone();
        self.pages = saved.pages.clone();
        for (number, buffer) in self.buffers.iter_mut().enumerate() {
            for (offset, bytes) in self.pages.pieces(number) {
                buffer.bytes[offset..offset + bytes.len()].copy_from_slice(bytes);
            }
        }
    }
}
