//! The sanitizer's checks of memory: faults of accesses, and a log of them that finds races.

use std::sync::{Arc, Mutex, PoisonError};

use quadrille_base::{Meter, Room, Rule, Spent};
use quadrille_engine::memory::AccessFault;
use quadrille_isa::gl::operation::Space;
use quadrille_memory::{AccessKind, AccessLog, Accessor, Barriers, Buffer, Fault, Hazards};
use quadrille_program::InstId;

use super::{
    Sanitizer, access_out_of_range, binding_index, data_race, invalid_image_load, misaligned_access,
    missing_barrier, non_resident_address, non_resident_handle, unbound_buffer, unwritten_shared_memory,
    wrong_access,
};
use crate::observer::MemoryEvent;

/// The accesses of a draw or dispatch.
#[derive(Debug, Default)]
pub(super) struct Accesses {
    log: AccessLog<InstId>,
    /// The same of the shared memory of the work group at hand.
    shared: AccessLog<InstId>,
    /// The number of the first invocation of the batch at hand, and of the batch.
    first: u64,
    group: u64,
    /// Memory that the logs take.
    rooms: Vec<Room>,
    /// What earlier draws wrote, if that is asked for.
    hazards: Option<SharedHazards>,
}

/// What programs of several kernels wrote, draw by draw.
pub type SharedHazards = Arc<Mutex<Hazards>>;

impl Accesses {
    fn accessor(&self, lane: usize) -> Accessor {
        Accessor {
            invocation: self.first + lane as u64,
            group: self.group,
        }
    }

    /// Takes memory in which accesses to so many bytes can be logged.
    fn take_room(&mut self, meter: &Meter, bytes: u64) -> Result<(), Spent> {
        let logs = self.log.memory_with(bytes) + self.shared.memory_with(bytes);
        let taken: u64 = self.rooms.iter().map(Room::bytes).sum();
        if logs > taken {
            let room = meter.room(logs - taken);
            self.rooms.push(room.map_err(|spent| meter.end(spent))?);
        }
        Ok(())
    }
}

impl Sanitizer {
    /// Says that a batch of the draw or dispatch at hand has come to its end; it had this many `lanes`.
    pub fn end_batch(&mut self, lanes: usize) {
        self.accesses.first += lanes as u64;
        self.accesses.group += 1;
        self.accesses.shared = AccessLog::default();
        self.outputs.renew();
    }

    /// Says that the draw or dispatch has come to its end: what follows is ordered after it.
    pub fn end_draw(&mut self) {
        self.accesses = Accesses {
            hazards: self.accesses.hazards.take(),
            ..Accesses::default()
        };
    }

    /// Has it look for accesses to what programs of earlier draws wrote, and note what this one writes.
    pub(super) fn share(&mut self, hazards: SharedHazards) {
        self.accesses.hazards = Some(hazards);
    }

    /// Looks at an access of memory that draws share.
    fn between_draws(&mut self, event: &MemoryEvent<'_>, (buffer, offset, bytes): (&Buffer, u64, u64)) {
        let needs = match event.space {
            Space::Global => Barriers::GLOBAL,
            Space::Constant => Barriers::PARAMETERS,
            Space::Storage => Barriers::STORAGE,
            Space::Image => Barriers::IMAGES,
            Space::Counter => Barriers::COUNTERS,
            Space::Shared => return,
        };
        let Some(hazards) = self.accesses.hazards.clone() else {
            return;
        };
        let mut hazards = hazards.lock().unwrap_or_else(PoisonError::into_inner);
        let is_unordered = hazards.is_unordered(buffer, offset..offset + bytes, event.kind, needs);
        hazards.write(buffer, offset..offset + bytes, event.kind);
        let is_recorded = hazards.is_recorded(buffer, offset..offset + bytes);
        drop(hazards);
        if is_recorded {
            let detail = format!(
                "transform feedback of the same draw records to bytes {offset} to {}",
                offset + bytes - 1
            );
            self.report(&data_race::DATA_RACE, event.instruction, event.lane, detail);
        }
        if is_unordered {
            let detail = format!(
                "a program of an earlier draw or dispatch wrote bytes {offset} to {}, and no barrier with {} came since",
                offset + bytes - 1,
                needs.name()
            );
            self.report(
                &missing_barrier::MISSING_BARRIER,
                event.instruction,
                event.lane,
                detail,
            );
        }
    }

    pub(super) fn access(&mut self, event: MemoryEvent<'_>) -> Result<(), Spent> {
        let (instruction, lane) = (event.instruction, event.lane);
        if let Some(fault) = event.fault {
            self.report(rule(fault, event.space), instruction, lane, fault.to_string());
        }
        let Some((buffer, offset, bytes)) = event.touched else {
            return Ok(());
        };
        self.between_draws(&event, (buffer, offset, bytes));
        self.accesses.take_room(event.meter, bytes)?;
        let by = self.accesses.accessor(lane);
        let log = if event.space == Space::Shared {
            &mut self.accesses.shared
        } else {
            &mut self.accesses.log
        };
        let reads = event.kind != AccessKind::Store;
        let unwritten = event.space == Space::Shared && reads && !log.written(buffer, offset, bytes);
        let conflict = log.record(buffer, offset, bytes, by, event.kind, instruction);
        if unwritten {
            let detail = format!(
                "bytes {offset} to {} of shared memory were never written",
                offset + bytes - 1
            );
            self.report(
                &unwritten_shared_memory::UNWRITTEN_SHARED_MEMORY,
                instruction,
                lane,
                detail,
            );
        }
        if let Some(conflict) = conflict {
            let what = match conflict.earlier {
                AccessKind::Load => "loaded",
                AccessKind::Store | AccessKind::Atomic => "stored",
            };
            let detail = format!(
                "byte {} was {what} by invocation {} in instruction {}, and nothing orders the two",
                conflict.offset,
                conflict.by.invocation,
                quadrille_base::Id::index(conflict.note)
            );
            self.report(&data_race::DATA_RACE, instruction, lane, detail);
        }
        Ok(())
    }

    pub(super) fn passed_fence(&mut self, lane: usize) {
        let by = self.accesses.accessor(lane);
        self.accesses.log.fence(by);
        self.accesses.shared.fence(by);
    }

    pub(super) fn passed_barrier(&mut self) {
        let group = self.accesses.group;
        self.accesses.log.barrier(group);
        self.accesses.shared.barrier(group);
    }
}

/// The finding of a fault.
fn rule(fault: AccessFault, space: Space) -> &'static Rule {
    match fault {
        AccessFault::Memory(fault) => match fault {
            Fault::Unbound if space == Space::Image => &invalid_image_load::INVALID_IMAGE_LOAD,
            Fault::Unbound => &unbound_buffer::UNBOUND_BUFFER,
            Fault::NoBinding { .. } => &binding_index::BINDING_INDEX,
            Fault::OutOfRange { .. } | Fault::BeyondLimit { .. } => &access_out_of_range::ACCESS_OUT_OF_RANGE,
            Fault::Misaligned { .. } => &misaligned_access::MISALIGNED_ACCESS,
            Fault::NotResident { .. } => &non_resident_address::NON_RESIDENT_ADDRESS,
            Fault::WrongAccess { .. } => &wrong_access::WRONG_ACCESS,
        },
        AccessFault::Handle => &non_resident_handle::NON_RESIDENT_HANDLE,
        AccessFault::Image(_) | AccessFault::ImageStorage => &invalid_image_load::INVALID_IMAGE_LOAD,
    }
}
