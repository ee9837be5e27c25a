//! Commands about buffers, as the runner carries them out.

use quadrille_base::Span;
use quadrille_memory::Buffer;
use quadrille_scene::{BufferCommand, Content};

use super::super::runner::Runner;
use super::super::stop::Stop;
use super::{Surroundings, probe};

/// The physical memory of the frames of the VideoCore IV, as probes name it.
const MEMORY: &str = "memory";

impl Runner<'_> {
    /// A command about buffers. The buffers of QPU programs and the memory of frames are probed with the same command.
    pub(in crate::scene) fn buffer(&mut self, command: &BufferCommand, span: Span) -> Result<(), Stop> {
        let tolerance = self.probes.tolerance[0];
        if let BufferCommand::Probe { name, offset, values } = command
            && !self.buffers.has(name)
            && let Some(bytes) = self.qpus.bytes(name)
        {
            let _room = self.meter.room(bytes.len() as u64)?;
            self.meter.work(bytes.len() as u64)?;
            let found = probe(&Buffer::from_bytes(bytes), *offset, values, span, tolerance)?;
            self.probes.failures.extend(found);
            return Ok(());
        }
        if let BufferCommand::Probe { name, offset, values } = command
            && name == MEMORY
            && !self.buffers.has(name)
        {
            let count = values.len() * values.number_type().bytes();
            let bytes = self.frames.bytes(*offset, count).unwrap_or_default();
            self.meter.work(count as u64)?;
            let found = probe(&Buffer::from_bytes(&bytes), 0, values, span, tolerance)?;
            self.probes.failures.extend(found);
            return Ok(());
        }
        if let BufferCommand::Make { content, .. } | BufferCommand::Write { content, .. } = command
            && matches!(content, Content::Image(_))
        {
            self.canvas.store_attachments()?;
        }
        let mut around = Surroundings {
            canvas: &mut self.canvas,
            files: &self.files,
            meter: &self.meter,
            targets: &self.targets,
            tolerance,
        };
        let failure = self.buffers.command(command, span, &mut around)?;
        self.probes.failures.extend(failure);
        Ok(())
    }
}
