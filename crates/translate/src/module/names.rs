//! Names that end in a digit: the library puts `_` behind them, to tell them from its own numbers.

use rustc_hash::FxHashSet;

use crate::form::Shader;

/// The text with the shader's names as the shader has them, where nothing else is called so.
pub(super) fn restore(shader: &Shader, text: &str) -> String {
    let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let taken: FxHashSet<&str> = text.split(|letter| !is_word(letter)).collect();
    let inputs = shader.inputs.iter().map(|input| input.name.as_str());
    let outputs = shader.outputs.iter().map(|output| output.name.as_str());
    let parameters = shader.parameters.iter().map(|parameter| parameter.name.as_str());
    let textures = shader.textures.iter().map(|texture| texture.name.as_str());
    let buffers = shader.buffers.iter().map(|buffer| buffer.name.as_str());
    let storages = shader.storages.iter().map(|storage| storage.name.as_str());
    let images = shader.images.iter().map(|image| image.name.as_str());
    let variables = shader.variables.iter().map(|variable| variable.name.as_str());
    // Of what a program names itself, what could be a word of a language stays.
    let registers = variables.filter(|name| name.starts_with(|first: char| first.is_ascii_uppercase()));
    let names = inputs
        .chain(outputs)
        .chain(parameters)
        .chain(textures)
        .chain(buffers)
        .chain(storages)
        .chain(images)
        .chain(registers);
    let restored: FxHashSet<&str> = names
        .filter(|name| name.ends_with(|last: char| last.is_ascii_digit()) && !taken.contains(name))
        .collect();
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(is_word) {
        let (before, from) = rest.split_at(start);
        let end = from.find(|letter| !is_word(letter)).unwrap_or(from.len());
        let (word, behind) = from.split_at(end);
        let bare = word.strip_suffix('_').filter(|bare| restored.contains(bare));
        out.push_str(before);
        out.push_str(bare.unwrap_or(word));
        rest = behind;
    }
    out.push_str(rest);
    out
}
