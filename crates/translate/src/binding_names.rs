//! Binding numbers that an engine has given away already, by the names of what has them: those of `--bindings`.

use thiserror::Error;

use crate::form::{stage_word, stages};
use crate::options::Options;

/// The names of images, in the order of the options.
const IMAGES: [&str; 2] = ["image", "image.converted"];

/// A name of nothing that has a binding number.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "`{0}` is none of texture[N], storage[N], counter[N], image[N], image.converted[N], parameters.STAGE and buffer.STAGE[N], where STAGE is vertex, control, evaluation, geometry, fragment or compute"
)]
pub struct UnknownBinding(pub String);

impl Options {
    /// Gives what a name says its binding number: `texture[0]`, `parameters.vertex`, `buffer.fragment[1]`.
    ///
    /// # Errors
    ///
    /// The name says nothing.
    pub fn bind(&mut self, name: &str, binding: u32) -> Result<(), UnknownBinding> {
        if let Some(unit) = numbered(name, "texture") {
            self.texture_bindings.insert(unit, binding);
            return Ok(());
        }
        for (at, word) in IMAGES.iter().enumerate() {
            if let Some(unit) = numbered(name, word) {
                self.image_bindings[at].insert(unit, binding);
                return Ok(());
            }
        }
        if let Some(number) = numbered(name, "storage") {
            self.storage_bindings.insert(number, binding);
            return Ok(());
        }
        if let Some(number) = numbered(name, "counter") {
            self.counter_bindings.insert(number, binding);
            return Ok(());
        }
        for stage in stages() {
            let word = stage_word(stage);
            if name == format!("parameters.{word}") {
                self.block_bindings[stage as usize] = Some(binding);
                return Ok(());
            }
            if let Some(number) = numbered(name, &format!("buffer.{word}")) {
                self.buffer_bindings[stage as usize].insert(number, binding);
                return Ok(());
            }
        }
        Err(UnknownBinding(name.to_owned()))
    }
}

/// The number of `word[number]`.
fn numbered(name: &str, word: &str) -> Option<u32> {
    let rest = name.strip_prefix(word)?.strip_prefix('[')?;
    rest.strip_suffix(']')?.parse().ok()
}
