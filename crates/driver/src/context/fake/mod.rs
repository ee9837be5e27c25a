//! A driver for tests: the state that OpenGL has of programs, lists, buffers and linked shaders, without pictures. It raises
//! the errors that specifications ask for, and remembers what each draw was drawn with.

mod application;
mod calls;
mod drawn;
#[cfg(test)]
mod made;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

pub(crate) use application::Application;
pub(crate) use drawn::Drawn;

use super::group::locked;
use crate::gl::{Gl, Recorded, number};

/// What contexts share.
#[derive(Debug, Default)]
struct Shared {
    names: u32,
    programs: BTreeMap<u32, FakeProgram>,
    linked: BTreeMap<u32, FakeLinked>,
    lists: BTreeMap<u32, Vec<Command>>,
    buffers: BTreeMap<u32, Vec<u8>>,
}

#[derive(Debug, Default)]
struct FakeProgram {
    target: u32,
    text: Vec<u8>,
    locals: BTreeMap<u32, [f32; 4]>,
}

/// Shaders that were linked.
#[derive(Clone, Debug, Default)]
pub(crate) struct FakeLinked {
    /// Their texts.
    pub(crate) texts: Vec<String>,
    /// What transform feedback records of them.
    pub(crate) recorded: Recorded,
    /// Their uniforms, by location.
    uniforms: Vec<String>,
    values: BTreeMap<i32, Vec<[f32; 4]>>,
    blocks: BTreeMap<String, u32>,
}

/// A call that lists keep.
#[derive(Clone, Debug)]
enum Command {
    Enable(u32, bool),
    Bind(u32, u32),
    Use(u32),
    Environment(u32, u32, [f32; 4]),
    Local(u32, u32, [f32; 4]),
    Attribute(u32, [f32; 4]),
    Text(u32, Vec<u8>),
    List(u32),
    Push(u32),
    Pop,
    Between(bool),
    ListBase(u32),
    Matrix(u32, [f32; 16]),
    Draw,
}

/// A context's own.
#[derive(Debug, Default)]
struct Own {
    error: u32,
    enabled: BTreeSet<u32>,
    bound: BTreeMap<u32, u32>,
    environment: BTreeMap<(u32, u32), [f32; 4]>,
    attributes: BTreeMap<u32, [f32; 4]>,
    arrays: BTreeSet<u32>,
    numbers: BTreeMap<u32, i32>,
    matrices: BTreeMap<u32, [f32; 16]>,
    used: u32,
    uniform_buffers: BTreeMap<u32, u32>,
    buffers: BTreeMap<u32, u32>,
    recording: Option<(u32, bool, Vec<Command>)>,
    in_begin: bool,
    /// What PushAttrib saved of what is enabled.
    pushed: Vec<Option<BTreeSet<u32>>>,
    draws: Vec<Drawn>,
    /// Extensions that it has besides programs.
    extensions: String,
    /// Linked programs that were deleted while they were used.
    doomed: Option<u32>,
}

/// The fake driver, with a context.
#[derive(Debug, Default)]
pub(crate) struct Fake {
    shared: Arc<Mutex<Shared>>,
    own: RefCell<Own>,
}

/// Program parameters that it has, of either kind.
const PARAMETERS: i32 = 256;

/// The longest nesting of lists, as the library has it in tests.
const NESTING: u32 = 6;

impl Fake {
    /// One that shares its objects with this.
    pub(crate) fn sharing(&self) -> Fake {
        Fake {
            shared: Arc::clone(&self.shared),
            own: RefCell::default(),
        }
    }

    fn raise(&self, error: u32) {
        let mut own = self.own.borrow_mut();
        if own.error == 0 {
            own.error = error;
        }
    }

    /// Whether a call may be made: not between Begin and End.
    fn may(&self) -> bool {
        let in_begin = self.own.borrow().in_begin;
        if in_begin {
            self.raise(number::INVALID_OPERATION);
        }
        !in_begin
    }

    /// Draws, or has a list draw.
    pub(crate) fn draw(&self) {
        self.issue(Command::Draw);
    }

    /// Begin and End, or what a list keeps of them.
    pub(crate) fn between(&self, is_between: bool) {
        self.issue(Command::Between(is_between));
    }

    /// ListBase, or what a list keeps of it.
    pub(crate) fn set_list_base(&self, base: u32) {
        self.issue(Command::ListBase(base));
    }

    /// A matrix that a query gives is loaded, or what a list keeps of it.
    pub(crate) fn load_matrix(&self, name: u32, columns: [f32; 16]) {
        self.issue(Command::Matrix(name, columns));
    }

    /// The draws so far, which are then forgotten.
    pub(crate) fn take_draws(&self) -> Vec<Drawn> {
        std::mem::take(&mut self.own.borrow_mut().draws)
    }

    /// Whether a list is being made.
    pub(crate) fn is_recording(&self) -> bool {
        self.own.borrow().recording.is_some()
    }

    /// How many linked programs there are.
    pub(crate) fn linked(&self) -> usize {
        locked(&self.shared).linked.len()
    }

    /// How many display lists there are.
    pub(crate) fn lists(&self) -> usize {
        locked(&self.shared).lists.len()
    }

    /// The matrix that a query gives.
    pub(crate) fn set_matrix(&self, name: u32, columns: [f32; 16]) {
        self.own.borrow_mut().matrices.insert(name, columns);
    }

    /// The number that GetIntegerv gives.
    pub(crate) fn set_integer(&self, name: u32, number: i32) {
        self.own.borrow_mut().numbers.insert(name, number);
    }

    /// EnableVertexAttribArray and its contrary.
    pub(crate) fn set_array(&self, index: u32, enabled: bool) {
        let mut own = self.own.borrow_mut();
        match enabled {
            true => own.arrays.insert(index),
            false => own.arrays.remove(&index),
        };
    }

    /// The current value of an attribute, as it was set.
    pub(crate) fn attribute(&self, index: u32) -> Option<[f32; 4]> {
        self.own.borrow().attributes.get(&index).copied()
    }

    /// A buffer with so many bytes of 0.
    pub(crate) fn make_buffer(&self, name: u32, bytes: usize) {
        locked(&self.shared).buffers.insert(name, vec![0; bytes]);
    }

    /// The content of a buffer.
    pub(crate) fn buffer(&self, name: u32) -> Vec<u8> {
        locked(&self.shared)
            .buffers
            .get(&name)
            .cloned()
            .unwrap_or_default()
    }

    /// A shader of the application.
    pub(crate) fn application_shader(&self) -> u32 {
        let shaders = [(number::VERTEX_SHADER, "the application's")];
        self.link(&shaders, &[], &Recorded::default()).unwrap_or(0)
    }

    fn issue(&self, command: Command) {
        let executes = match &mut self.own.borrow_mut().recording {
            Some((_, executes, commands)) => {
                commands.push(command.clone());
                *executes
            }
            None => true,
        };
        if executes {
            self.execute(&command, NESTING);
        }
    }

    fn execute(&self, command: &Command, nesting: u32) {
        match command {
            Command::Enable(capability, true) => drop(self.own.borrow_mut().enabled.insert(*capability)),
            Command::Enable(capability, false) => drop(self.own.borrow_mut().enabled.remove(capability)),
            Command::Bind(target, program) => self.bind(*target, *program),
            Command::Use(program) => self.make_used(*program),
            Command::Environment(target, index, value) => {
                self.own
                    .borrow_mut()
                    .environment
                    .insert((*target, *index), *value);
            }
            Command::Local(target, index, value) => {
                let name = self.object(*target);
                let mut shared = locked(&self.shared);
                shared
                    .programs
                    .entry(name)
                    .or_default()
                    .locals
                    .insert(*index, *value);
            }
            Command::Attribute(index, value) => {
                self.own.borrow_mut().attributes.insert(*index, *value);
            }
            Command::Text(target, text) => self.load(*target, text),
            Command::List(list) => {
                let commands = locked(&self.shared).lists.get(list).cloned().unwrap_or_default();
                if nesting > 0 {
                    for command in &commands {
                        self.execute(command, nesting - 1);
                    }
                }
            }
            Command::Push(mask) => {
                let mut own = self.own.borrow_mut();
                let saved = (mask & number::ENABLE_BIT != 0).then(|| own.enabled.clone());
                own.pushed.push(saved);
            }
            Command::Pop => {
                let mut own = self.own.borrow_mut();
                if let Some(Some(saved)) = own.pushed.pop() {
                    own.enabled = saved;
                }
            }
            Command::Between(is_between) => self.own.borrow_mut().in_begin = *is_between,
            Command::ListBase(base) => self.set_integer(number::LIST_BASE, base.cast_signed()),
            Command::Matrix(name, columns) => self.set_matrix(*name, *columns),
            Command::Draw => {
                let drawn = self.drawn();
                // Samplers of different types share a unit: nobody has given them others.
                let words = |text: &String| text.contains("sampler2D ") && text.contains("samplerCube ");
                match drawn.texts.iter().any(words) && drawn.uniforms.is_empty() {
                    true => self.raise(number::INVALID_OPERATION),
                    false => self.own.borrow_mut().draws.push(drawn),
                }
            }
        }
    }

    fn bound(&self, target: u32) -> u32 {
        self.own.borrow().bound.get(&target).copied().unwrap_or(0)
    }

    /// The object that is bound: each target has one of name 0.
    fn object(&self, target: u32) -> u32 {
        default_object(target, self.bound(target))
    }

    fn bind(&self, target: u32, program: u32) {
        let mut shared = locked(&self.shared);
        let of = shared.programs.get(&program).map_or(target, |one| one.target);
        if program != 0 && of != target {
            drop(shared);
            return self.raise(number::INVALID_OPERATION);
        }
        if program != 0 {
            shared.programs.entry(program).or_default().target = target;
        }
        drop(shared);
        self.own.borrow_mut().bound.insert(target, program);
    }

    /// The driver takes plain ARB programs only.
    fn load(&self, target: u32, text: &[u8]) {
        let header: &[u8] = match target {
            number::VERTEX_PROGRAM => b"!!ARBvp1.0",
            _ => b"!!ARBfp1.0",
        };
        let is_plain = !text.windows(3).any(|three| three == b"NV_");
        let is_whole = text.trim_ascii_end().ends_with(b"END");
        let position = match text.starts_with(header) && is_plain && is_whole {
            true => -1,
            false => 0,
        };
        self.set_integer(number::PROGRAM_ERROR_POSITION, position);
        if position == 0 {
            return self.raise(number::INVALID_OPERATION);
        }
        let name = self.object(target);
        let mut shared = locked(&self.shared);
        let program = shared.programs.entry(name).or_default();
        (program.target, program.text) = (target, text.to_vec());
    }

    fn make_used(&self, program: u32) {
        if program != 0 && !locked(&self.shared).linked.contains_key(&program) {
            return self.raise(number::INVALID_VALUE);
        }
        let mut own = self.own.borrow_mut();
        if let Some(doomed) = own.doomed.filter(|doomed| *doomed != program) {
            locked(&self.shared).linked.remove(&doomed);
            own.doomed = None;
        }
        own.used = program;
    }

    fn set_uniform(&self, location: i32, values: Vec<[f32; 4]>) {
        let used = self.own.borrow().used;
        match locked(&self.shared).linked.get_mut(&used) {
            Some(linked) if location >= 0 => drop(linked.values.insert(location, values)),
            Some(_) => {}
            None => self.raise(number::INVALID_OPERATION),
        }
    }
}

/// The name of an object among all; those of name 0 have one that no application has.
fn default_object(target: u32, name: u32) -> u32 {
    match name {
        0 => u32::MAX - target,
        name => name,
    }
}
