//! A driver for tests: the state that OpenGL has of programs, lists, buffers and linked shaders, without pictures. It raises
//! the errors that specifications ask for, and remembers what each draw was drawn with.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

use super::group::locked;
use super::{Context, Group, Settings};
use crate::gl::{Gl, LinkError, number};

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
    Draw,
}

/// What a draw was drawn with.
#[derive(Clone, Debug)]
pub(crate) struct Drawn {
    /// The linked program.
    pub(crate) used: u32,
    /// Its shaders.
    pub(crate) texts: Vec<String>,
    /// The values of its uniforms, by name.
    pub(crate) uniforms: BTreeMap<String, Vec<[f32; 4]>>,
    /// The buffers of its uniform blocks, by name.
    pub(crate) blocks: BTreeMap<String, u32>,
    /// The driver's own vertex and fragment program, where they are enabled.
    pub(crate) native: [Option<String>; 2],
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
    draws: Vec<Drawn>,
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

/// The longest nesting of lists.
const NESTING: u32 = 16;

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
        let mut own = self.own.borrow_mut();
        let executes = own.recording.as_ref().is_none_or(|(_, executes, _)| *executes);
        own.in_begin = is_between && executes;
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
        self.link(&[(number::VERTEX_SHADER, "the application's")], &[])
            .unwrap_or(0)
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
            Command::Draw => {
                let drawn = self.drawn();
                self.own.borrow_mut().draws.push(drawn);
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

    fn drawn(&self) -> Drawn {
        let (own, shared) = (self.own.borrow(), locked(&self.shared));
        let linked = shared.linked.get(&own.used).cloned().unwrap_or_default();
        let native = [number::VERTEX_PROGRAM, number::FRAGMENT_PROGRAM].map(|target| {
            if !own.enabled.contains(&target) {
                return None;
            }
            let name = own.bound.get(&target).copied().unwrap_or(0);
            let text = &shared.programs.get(&default_object(target, name))?.text;
            Some(String::from_utf8_lossy(text).into_owned())
        });
        let named = |(location, values): (&i32, &Vec<[f32; 4]>)| {
            let name = linked.uniforms.get(*location as usize)?;
            Some((name.clone(), values.clone()))
        };
        let point = |(name, point): (&String, &u32)| {
            (name.clone(), own.uniform_buffers.get(point).copied().unwrap_or(0))
        };
        Drawn {
            used: own.used,
            uniforms: linked.values.iter().filter_map(named).collect(),
            blocks: linked.blocks.iter().map(point).collect(),
            texts: linked.texts.clone(),
            native,
        }
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

impl Gl for Fake {
    fn error(&self) -> u32 {
        std::mem::take(&mut self.own.borrow_mut().error)
    }

    fn set_enabled(&self, capability: u32, enabled: bool) {
        if self.may() {
            self.issue(Command::Enable(capability, enabled));
        }
    }

    fn is_enabled(&self, capability: u32) -> bool {
        self.own.borrow().enabled.contains(&capability)
    }

    fn integer(&self, name: u32) -> i32 {
        let own = self.own.borrow();
        match name {
            number::CURRENT_PROGRAM => own.used.cast_signed(),
            number::UNIFORM_BUFFER_BINDING => own
                .buffers
                .get(&number::UNIFORM_BUFFER)
                .copied()
                .unwrap_or(0)
                .cast_signed(),
            number::COPY_WRITE_BUFFER => own.buffers.get(&name).copied().unwrap_or(0).cast_signed(),
            number::MAX_UNIFORM_BUFFER_BINDINGS => 84,
            number::MAX_TEXTURE_COORDS => 8,
            number::ACTIVE_TEXTURE => own.numbers.get(&name).copied().unwrap_or(0x84c0),
            number::NUM_EXTENSIONS => 2,
            _ => own.numbers.get(&name).copied().unwrap_or(0),
        }
    }

    fn floats(&self, name: u32) -> [f32; 16] {
        let own = self.own.borrow();
        let name = match name {
            number::CURRENT_MATRIX => {
                let mode = own.numbers.get(&number::MATRIX_MODE).copied();
                mode.unwrap_or(0).cast_unsigned()
            }
            other => other,
        };
        own.matrices.get(&name).copied().unwrap_or_default()
    }

    fn matrix_mode(&self, mode: u32) {
        self.set_integer(number::MATRIX_MODE, mode.cast_signed());
    }

    fn active_texture(&self, unit: u32) {
        self.set_integer(number::ACTIVE_TEXTURE, unit.cast_signed());
    }

    fn text(&self, name: u32) -> String {
        match name {
            number::VERSION => "4.5 (Compatibility Profile) Fake".to_owned(),
            number::EXTENSIONS => "GL_ARB_vertex_program GL_ARB_fragment_program ".to_owned(),
            _ => String::new(),
        }
    }

    fn bind_program(&self, target: u32, program: u32) {
        if !matches!(target, number::VERTEX_PROGRAM | number::FRAGMENT_PROGRAM) {
            self.raise(number::INVALID_ENUM);
        } else if self.may() {
            self.issue(Command::Bind(target, program));
        }
    }

    fn delete_program(&self, program: u32) {
        locked(&self.shared).programs.remove(&program);
        for bound in self.own.borrow_mut().bound.values_mut() {
            if *bound == program {
                *bound = 0;
            }
        }
    }

    fn is_program(&self, program: u32) -> bool {
        program != 0 && locked(&self.shared).programs.contains_key(&program)
    }

    fn program_string(&self, target: u32, format: u32, text: &[u8]) {
        if !matches!(target, number::VERTEX_PROGRAM | number::FRAGMENT_PROGRAM)
            || format != number::PROGRAM_FORMAT_ASCII
        {
            self.raise(number::INVALID_ENUM);
        } else if self.may() {
            self.issue(Command::Text(target, text.to_vec()));
        }
    }

    fn program_integer(&self, target: u32, name: u32) -> i32 {
        match name {
            number::PROGRAM_BINDING => self.bound(target).cast_signed(),
            number::PROGRAM_LENGTH => {
                let shared = locked(&self.shared);
                let program = shared.programs.get(&self.object(target));
                program.map_or(0, |program| program.text.len() as i32)
            }
            number::MAX_PROGRAM_LOCAL_PARAMETERS | number::MAX_PROGRAM_ENV_PARAMETERS => PARAMETERS,
            _ => 0,
        }
    }

    fn program_text(&self, target: u32, length: usize) -> Vec<u8> {
        let shared = locked(&self.shared);
        let program = shared.programs.get(&self.object(target));
        let mut text = program.map(|program| program.text.clone()).unwrap_or_default();
        text.truncate(length);
        text
    }

    fn local_parameter(&self, target: u32, index: u32) -> [f32; 4] {
        let shared = locked(&self.shared);
        let program = shared.programs.get(&self.object(target));
        let value = program.and_then(|program| program.locals.get(&index));
        value.copied().unwrap_or_default()
    }

    fn environment_parameter(&self, target: u32, index: u32) -> [f32; 4] {
        let own = self.own.borrow();
        own.environment.get(&(target, index)).copied().unwrap_or_default()
    }

    fn set_local_parameter(&self, target: u32, index: u32, value: [f32; 4]) {
        if self.may() {
            self.issue(Command::Local(target, index, value));
        }
    }

    fn set_environment_parameter(&self, target: u32, index: u32, value: [f32; 4]) {
        if self.may() {
            self.issue(Command::Environment(target, index, value));
        }
    }

    fn set_attribute(&self, index: u32, value: [f32; 4]) {
        self.issue(Command::Attribute(index, value));
    }

    fn generic_attribute(&self, index: u32) -> [f32; 4] {
        self.attribute(index).unwrap_or([0.0, 0.0, 0.0, 1.0])
    }

    fn is_array_enabled(&self, index: u32) -> bool {
        self.own.borrow().arrays.contains(&index)
    }

    fn is_buffer(&self, buffer: u32) -> bool {
        locked(&self.shared).buffers.contains_key(&buffer)
    }

    fn bind_buffer(&self, target: u32, buffer: u32) {
        if buffer != 0 {
            locked(&self.shared).buffers.entry(buffer).or_default();
        }
        self.own.borrow_mut().buffers.insert(target, buffer);
    }

    fn buffer_size(&self, target: u32) -> i32 {
        let bound = self.own.borrow().buffers.get(&target).copied().unwrap_or(0);
        self.buffer(bound).len() as i32
    }

    fn write_buffer(&self, target: u32, offset: usize, bytes: &[u8]) {
        let bound = self.own.borrow().buffers.get(&target).copied().unwrap_or(0);
        let mut shared = locked(&self.shared);
        let place = shared
            .buffers
            .get_mut(&bound)
            .and_then(|buffer| buffer.get_mut(offset..offset + bytes.len()));
        match place {
            Some(place) => place.copy_from_slice(bytes),
            None => {
                drop(shared);
                self.raise(number::INVALID_VALUE);
            }
        }
    }

    fn bind_uniform_buffer(&self, point: u32, buffer: u32) {
        let mut own = self.own.borrow_mut();
        own.uniform_buffers.insert(point, buffer);
        own.buffers.insert(number::UNIFORM_BUFFER, buffer);
    }

    fn new_list(&self, list: u32, mode: u32) {
        let executes = mode == number::COMPILE_AND_EXECUTE;
        if list == 0 {
            self.raise(number::INVALID_VALUE);
        } else if !executes && mode != number::COMPILE {
            self.raise(number::INVALID_ENUM);
        } else if self.own.borrow().recording.is_some() {
            self.raise(number::INVALID_OPERATION);
        } else if self.may() {
            self.own.borrow_mut().recording = Some((list, executes, Vec::new()));
        }
    }

    fn end_list(&self) {
        let recording = self.own.borrow_mut().recording.take();
        match recording {
            Some((list, _, commands)) => drop(locked(&self.shared).lists.insert(list, commands)),
            None => self.raise(number::INVALID_OPERATION),
        }
    }

    fn call_list(&self, list: u32) {
        self.issue(Command::List(list));
    }

    fn delete_lists(&self, first: u32, count: i32) {
        let mut shared = locked(&self.shared);
        let count = u32::try_from(count).unwrap_or(0);
        shared
            .lists
            .retain(|name, _| name.checked_sub(first).is_none_or(|at| at >= count));
    }

    fn link(&self, shaders: &[(u32, &str)], _attributes: &[(u32, &str)]) -> Result<u32, LinkError> {
        let mut shared = locked(&self.shared);
        shared.names += 1;
        let name = shared.names;
        let texts = shaders.iter().map(|(_, text)| (*text).to_owned()).collect();
        let linked = FakeLinked {
            texts,
            ..FakeLinked::default()
        };
        shared.linked.insert(name, linked);
        Ok(name)
    }

    fn delete_linked(&self, program: u32) {
        let mut own = self.own.borrow_mut();
        if own.used == program {
            own.doomed = Some(program);
            return;
        }
        locked(&self.shared).linked.remove(&program);
    }

    fn use_linked(&self, program: u32) {
        if self.may() {
            self.issue(Command::Use(program));
        }
    }

    fn uniform(&self, program: u32, name: &str) -> i32 {
        let mut shared = locked(&self.shared);
        let Some(linked) = shared.linked.get_mut(&program) else {
            return -1;
        };
        let is_there = |text: &String| {
            let mut words = text.split(|character: char| !character.is_alphanumeric() && character != '_');
            words.any(|word| word == name)
        };
        if !linked.texts.iter().any(is_there) {
            return -1;
        }
        linked.uniforms.push(name.to_owned());
        linked.uniforms.len() as i32 - 1
    }

    fn bind_block(&self, program: u32, name: &str, point: u32) {
        if let Some(linked) = locked(&self.shared).linked.get_mut(&program) {
            linked.blocks.insert(name.to_owned(), point);
        }
    }

    fn set_vectors(&self, location: i32, vectors: &[[f32; 4]]) {
        self.set_uniform(location, vectors.to_vec());
    }

    fn set_floats(&self, location: i32, numbers: &[f32]) {
        let mut vector = [0.0; 4];
        for (to, number) in vector.iter_mut().zip(numbers) {
            *to = *number;
        }
        self.set_uniform(location, vec![vector]);
    }

    fn set_number(&self, location: i32, number: i32) {
        self.set_uniform(location, vec![[f32::from_bits(number.cast_unsigned()); 4]]);
    }
}

/// An application with a context of the library over the fake driver.
#[derive(Debug)]
pub(crate) struct Application {
    /// The driver.
    pub(crate) gl: Fake,
    /// The library.
    pub(crate) context: Context,
}

impl Application {
    /// One alone.
    pub(crate) fn new() -> Application {
        Application::of(Fake::default(), Arc::default())
    }

    /// One that shares its objects with this.
    pub(crate) fn sharing(&self) -> Application {
        Application::of(self.gl.sharing(), Arc::clone(&self.context.group))
    }

    fn of(gl: Fake, group: Arc<Group>) -> Application {
        let mut context = Context::new(group, Settings::default());
        assert!(context.begin(&gl), "the fake driver has programs");
        Application { gl, context }
    }

    /// GetError.
    pub(crate) fn error(&mut self) -> u32 {
        self.context.take_error().unwrap_or_else(|| self.gl.error())
    }

    /// DrawArrays.
    pub(crate) fn draw(&mut self) {
        self.context.before_draw(&self.gl);
        self.gl.draw();
    }

    /// Enable and Disable.
    pub(crate) fn set_enabled(&mut self, capability: u32, enabled: bool) {
        self.gl.set_enabled(capability, enabled);
        self.context.changed();
    }
}
