//! The mutable state of a running QPU.

use std::sync::Arc;

use quadrille_isa::qpu::SmallImmediate;
use quadrille_numerics::qpu::lanes::Lanes;

use super::code::Code;
use super::micro::place;
use crate::machine::launch::{Fragment, Thread};
use crate::machine::memory::Near;
use crate::machine::statistics::Totals;
use crate::tile::access::TileAccess;
use crate::tmu::queue::{Requests, Tmu};
use crate::vpm::port::Port;

/// All vectors of a QPU, at the places of [`place`].
pub(crate) type Bank = [Lanes; 256];

/// The flags, kept as what they were made from: Z is a value of 0, N its sign.
#[derive(Clone)]
pub(crate) struct Flags {
    pub(crate) value: Lanes,
    /// C, 0 or all ones.
    pub(crate) carry: Lanes,
}

/// Things of a thread that happen some instructions later. Each counts down to 0 and then happens.
#[derive(Clone, Copy, Default)]
pub(crate) struct Pending {
    pub(crate) branch: u8,
    pub(crate) end: u8,
    pub(crate) switch: u8,
    pub(crate) uniforms: u8,
    /// Instructions in which the multisample mask is not to be read.
    pub(crate) depth: u8,
}

/// The registers that fragment programs find written: W in ra15, Z in rb15.
const GIVEN: u64 = 1 << 15 | 1 << 47;

/// The part of a QPU's state that belongs to one of its two threads.
#[derive(Clone)]
pub(crate) struct Context {
    pub(crate) pc: usize,
    pub(crate) code: Arc<Code>,
    /// Bus address of the next uniform.
    pub(crate) uniforms: u32,
    pub(crate) fragment: Option<Box<Fragment>>,
    /// The tile buffer of its pixels, if it has one of its own.
    pub(crate) tile: Option<Box<TileAccess>>,
    /// Number of the next varying.
    pub(crate) varying: usize,
    /// The launch this thread came from, for the order at the scoreboard.
    pub(crate) ticket: u64,
    pub(crate) scoreboard: Scoreboard,
    /// Registers that the thread has not written: file A in the low half.
    pub(crate) unwritten: u64,
    /// Instructions executed, as far as rules about the first ones care.
    pub(crate) executed: u64,
    pub(crate) last_switches: u32,
    /// Stages of stencil, depth and colour written: rules ask for that order.
    pub(crate) tile_stage: u8,
    /// Thread switches so far, as a mark on requests.
    pub(crate) switches: u64,
    pub(crate) pending: Pending,
    pub(crate) branch_target: u32,
    pub(crate) new_uniforms: u32,
    pub(crate) requests: Requests,
    /// Whether any TMU coordinate was ever written.
    pub(crate) tmu_used: bool,
    /// The instruction, as a count, at which swapping of the TMUs was turned off.
    pub(crate) no_swap_at: Option<u64>,
}

/// The state of a thread's wait for the scoreboard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Scoreboard {
    /// Not waited for yet.
    Before,
    /// Waited for and held.
    Held,
    /// Given back.
    Unlocked,
}

/// The thread that is not running, with its half of the register files.
#[derive(Clone)]
pub(crate) struct Suspended {
    pub(crate) context: Context,
    pub(crate) registers: Box<[Lanes; 32]>,
}

/// One QPU.
#[derive(Clone)]
pub(crate) struct Qpu {
    pub(crate) number: u8,
    pub(crate) bank: Box<Bank>,
    pub(crate) flags: Flags,
    pub(crate) clock: u64,
    pub(crate) context: Context,
    pub(crate) other: Option<Suspended>,
    /// Whether two threads share the register files.
    pub(crate) threaded: bool,
    /// 0 or 1: which of two threads runs.
    pub(crate) thread: u8,
    /// The instruction line that is at hand.
    pub(crate) line: u32,
    /// Registers that the last instruction wrote, as in `MicroOp::writes`.
    pub(crate) written: u64,
    /// Accumulators and flags that the last instruction wrote.
    pub(crate) fresh: u8,
    /// Accumulators and flags whose reading is worth a finding: see `limits`.
    pub(crate) watched: u8,
    /// Of `watched`, those that hold another thread's values.
    pub(crate) lost: u8,
    /// Whether the C coefficient of the last varying is still unread in r5.
    pub(crate) coefficient: bool,
    /// C of the varying that this instruction reads.
    pub(crate) new_coefficient: Option<Lanes>,
    /// Accumulators that the program has not written.
    pub(crate) unwritten_accumulators: u8,
    /// Whether programs of frames are asked for reads of what they did not write.
    watches_reads: bool,
    /// Registers that a threaded program must leave alone.
    pub(crate) forbidden: u64,
    /// The last quad of what the ports of file A and file B read last, as far as the program has it remembered.
    pub(crate) last_read: [[u32; 4]; 2],
    /// Whether something counts down, or is watched.
    pub(crate) is_pending: bool,
    /// Instructions until the result of the special function unit is in r4, 0 if there is none.
    pub(crate) sfu: u8,
    /// Whether the running thread asked for it.
    pub(crate) sfu_is_own: bool,
    pub(crate) sfu_result: Lanes,
    /// The uniform line at hand: number and words, with those missing from memory as bits.
    pub(crate) uniform_line: u32,
    pub(crate) uniform_words: Lanes,
    pub(crate) uniform_missing: u16,
    /// The buffer that uniforms were read from last.
    pub(crate) uniforms_near: Near,
    /// The buffer that a TMU read last.
    pub(crate) tmu_near: Near,
    pub(crate) tmu: Tmu,
    pub(crate) port: Port,
    pub(crate) totals: Totals,
}

impl Qpu {
    /// A QPU that has not run anything. Registers begin at 0; on hardware they hold what the last program left.
    pub(crate) fn new(number: u8) -> Qpu {
        let mut bank: Box<Bank> = vec![[0; 16]; 256]
            .into_boxed_slice()
            .try_into()
            .expect("256 places");
        for code in 0..64 {
            bank[usize::from(place::SMALL + code)] = [SmallImmediate::from_bits(code).value(); 16];
        }
        bank[usize::from(place::ELEMENT)] = std::array::from_fn(|i| i as u32);
        bank[usize::from(place::QPU)] = [u32::from(number); 16];
        Qpu {
            number,
            bank,
            flags: Flags {
                value: [1; 16],
                carry: [0; 16],
            },
            clock: 0,
            context: Context::idle(),
            other: None,
            threaded: false,
            thread: 0,
            line: u32::MAX,
            written: 0,
            fresh: 0,
            watched: 0,
            lost: 0,
            coefficient: false,
            new_coefficient: None,
            unwritten_accumulators: 0,
            watches_reads: false,
            forbidden: 0,
            last_read: [[0; 4]; 2],
            is_pending: false,
            sfu: 0,
            sfu_is_own: false,
            sfu_result: [0; 16],
            uniform_line: u32::MAX,
            uniform_words: [0; 16],
            uniform_missing: 0,
            uniforms_near: Near::default(),
            tmu_near: Near::default(),
            tmu: Tmu::default(),
            port: Port::default(),
            totals: Totals::default(),
        }
    }

    /// Begins a program, with a second thread if there is one, at `clock`.
    pub(crate) fn begin(&mut self, first: Context, second: Option<Context>, clock: u64) {
        self.clock = self.clock.max(clock);
        self.threaded = second.is_some();
        self.thread = 0;
        self.forbidden = if self.threaded { 0xffff_0000_ffff_0000 } else { 0 };
        self.context = first;
        self.sfu = 0;
        self.is_pending = false;
        self.written = 0;
        self.fresh = 0;
        (self.watched, self.lost, self.coefficient) = (0, 0, false);
        self.unwritten_accumulators = 0x3f;
        self.line = u32::MAX;
        self.uniform_line = u32::MAX;
        self.last_read = [[0; 4]; 2];
        self.tmu = Tmu::default();
        self.port.begin();
        self.other = second.map(|context| {
            let mut registers = Box::new([[0; 16]; 32]);
            for n in 0..16 {
                registers[n] = self.bank[n + 16];
                registers[n + 16] = self.bank[n + 48];
            }
            if let Some(fragment) = &context.fragment {
                (registers[15], registers[31]) = (fragment.w, fragment.z);
            }
            Suspended { context, registers }
        });
        if let Some(fragment) = &self.context.fragment {
            self.bank[usize::from(place::A) + 15] = fragment.w;
            self.bank[usize::from(place::B) + 15] = fragment.z;
        }
    }

    /// Begins a program of a frame: one thread, whose inputs the caller puts into the fragment that this gives. A
    /// program that is to run with two threads runs them one after the other; `threaded` says that rules count for it.
    pub(crate) fn begin_shader(
        &mut self,
        code: &Arc<Code>,
        pc: usize,
        uniforms: u32,
        threaded: bool,
    ) -> &mut Fragment {
        let context = &mut self.context;
        let fragment = context.fragment.take().unwrap_or_default();
        let code = Arc::clone(code);
        let requests = std::mem::take(&mut context.requests);
        *context = Context {
            pc,
            code,
            uniforms,
            unwritten: if self.watches_reads { !GIVEN } else { 0 },
            requests: requests.emptied(),
            ..Context::at_rest(Arc::clone(&context.code))
        };
        self.unwritten_accumulators = if self.watches_reads { 0x3f } else { 0 };
        self.threaded = threaded;
        self.thread = 0;
        self.forbidden = if threaded { 0xffff_0000_ffff_0000 } else { 0 };
        self.sfu = 0;
        self.is_pending = false;
        self.written = 0;
        self.fresh = 0;
        (self.watched, self.lost, self.coefficient) = (0, 0, false);
        self.new_coefficient = None;
        self.line = u32::MAX;
        self.uniform_line = u32::MAX;
        self.last_read = [[0; 4]; 2];
        self.tmu.begin();
        self.port.begin();
        self.other = None;
        self.context.fragment.insert(fragment)
    }

    /// Says whether programs of frames are asked for reads of what they did not write.
    pub(crate) fn watch_reads(&mut self, watches: bool) {
        self.watches_reads = watches;
    }

    /// Makes the program under way one without pixels: a vertex program.
    pub(crate) fn end_fragment(&mut self) {
        self.context.fragment = None;
        if self.watches_reads {
            self.context.unwritten = u64::MAX;
        }
    }

    /// Brings W and Z of the fragment to where the program finds them.
    #[inline]
    pub(crate) fn bring_fragment(&mut self) {
        if let Some(fragment) = &self.context.fragment {
            self.bank[usize::from(place::A) + 15] = fragment.w;
            self.bank[usize::from(place::B) + 15] = fragment.z;
        }
    }

    /// Goes back to clock 0 with nothing counted; registers stay.
    pub(crate) fn restart(&mut self) {
        self.clock = 0;
        self.totals = Totals::default();
        self.other = None;
        self.context = Context::idle();
        self.port = Port::default();
    }

    /// The bus address of the present instruction.
    pub(crate) fn address(&self) -> u32 {
        self.context.code.address(self.context.pc)
    }
}

impl Context {
    /// The start of a program.
    pub(crate) fn new(code: Arc<Code>, pc: usize, thread: Thread, ticket: u64) -> Context {
        // W and Z of a fragment are there.
        let given = if thread.fragment.is_some() { GIVEN } else { 0 };
        Context {
            unwritten: !given,
            pc,
            code,
            uniforms: thread.uniforms,
            fragment: thread.fragment.map(Box::new),
            ticket,
            ..Context::idle()
        }
    }

    fn idle() -> Context {
        Context::at_rest(Arc::new(Code::decode(0, &[], 0)))
    }

    fn at_rest(code: Arc<Code>) -> Context {
        Context {
            pc: 0,
            code,
            uniforms: 0,
            fragment: None,
            tile: None,
            varying: 0,
            ticket: 0,
            scoreboard: Scoreboard::Before,
            unwritten: 0,
            executed: 0,
            last_switches: 0,
            tile_stage: 0,
            switches: 0,
            pending: Pending::default(),
            branch_target: 0,
            new_uniforms: 0,
            requests: Requests::default(),
            tmu_used: false,
            no_swap_at: None,
        }
    }
}
