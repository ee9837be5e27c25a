//! The calls of OpenGL, over the state.

use super::super::group::locked;
use super::{Command, Fake, FakeLinked, PARAMETERS};
use crate::gl::{Gl, LinkError, Recorded, number};

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
            number::NUM_EXTENSIONS => 3,
            number::ATTRIB_STACK_DEPTH => own.pushed.len() as i32,
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

    fn light(&self, light: u32, name: u32) -> [f32; 4] {
        let [x, y, z, w, ..] = self.floats(light << 16 | name);
        [x, y, z, w]
    }

    fn generation_mode(&self, coordinate: u32) -> u32 {
        self.integer(coordinate).cast_unsigned()
    }

    fn push_attributes(&self, mask: u32) {
        self.issue(Command::Push(mask));
    }

    fn pop_attributes(&self) {
        self.issue(Command::Pop);
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
            number::EXTENSIONS => {
                format!(
                    "GL_ARB_vertex_program GL_ARB_fragment_program GL_ARB_tessellation_shader {}",
                    self.own.borrow().extensions
                )
            }
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

    fn link(
        &self,
        shaders: &[(u32, &str)],
        _attributes: &[(u32, &str)],
        recorded: &Recorded,
    ) -> Result<u32, LinkError> {
        let mut shared = locked(&self.shared);
        shared.names += 1;
        let name = shared.names;
        let texts = shaders.iter().map(|(_, text)| (*text).to_owned()).collect();
        let linked = FakeLinked {
            texts,
            recorded: recorded.clone(),
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
