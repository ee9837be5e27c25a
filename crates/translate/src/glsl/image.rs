//! Images: their declarations, and the functions that read, write and change texels.

use super::Printer;
use crate::form::{Atomic, Expression, Image, Texel, Word};

impl Printer<'_> {
    pub(super) fn images(&mut self) {
        let shader = self.shader;
        for image in shader.images.iter().filter(|image| image.unit.is_some()) {
            let format = image
                .format
                .map_or_else(String::new, |format| format!("{}, ", format.row().name));
            let coherent = if image.coherent { "coherent " } else { "" };
            let how = match (image.reads, image.writes) {
                (true, true) => "",
                (true, false) => "readonly ",
                // An image whose format is not said is never read, and that has to be said.
                (false, false) if image.format.is_some() => "readonly ",
                (false, _) => "writeonly ",
            };
            let (binding, name) = (image.binding, &image.name);
            let kind = self.image_type(image);
            self.line(format_args!(
                "layout({format}binding = {binding}) {coherent}{how}uniform {kind} {name};"
            ));
        }
    }

    /// An image as functions take it: a uniform, or what a handle becomes, with the format in which texels are taken.
    pub(super) fn image_name(&self, image: &Image) -> String {
        if image.unit.is_some() {
            return image.name.clone();
        }
        let format = image
            .format
            .map_or_else(String::new, |format| format!("layout({}) ", format.row().name));
        format!("{format}{}({})", self.image_type(image), image.name)
    }

    /// The type of an image.
    pub(super) fn image_type(&self, image: &Image) -> String {
        self.dialect
            .sampler_name(&image.shape, image.texel)
            .replace("sampler", "image")
    }

    /// `function(image, place`, and the sample.
    pub(super) fn open_texel(&self, function: &str, texel: &Texel, out: &mut String) {
        out.push_str(function);
        out.push('(');
        out.push_str(&self.image_name(&self.shader.images[texel.image as usize]));
        for part in texel.parts() {
            out.push_str(", ");
            self.expression(part, out);
        }
    }

    /// `sparseTexelsResidentARB(sparseImageLoadARB(image, place, texel))`
    pub(super) fn sparse_texel(&self, place: &Texel, texel: &str, out: &mut String) {
        out.push_str("sparseTexelsResidentARB(");
        self.open_texel("sparseImageLoadARB", place, out);
        out.push_str(&format!(", {texel}))"));
    }

    /// `imageStore(…)`
    pub(super) fn store(&self, texel: &Texel, value: &Expression) -> String {
        let mut text = String::new();
        self.open_texel("imageStore", texel, &mut text);
        text.push_str(", ");
        self.expression(value, &mut text);
        text.push(')');
        text
    }

    /// `atomicAdd(word`, or `imageAtomicAdd(image, place`.
    pub(super) fn open_atomic(&self, operation: Atomic, word: &Word) -> String {
        let name = match operation {
            Atomic::Add => "Add",
            Atomic::Minimum => "Min",
            Atomic::Maximum => "Max",
            Atomic::And => "And",
            Atomic::Or => "Or",
            Atomic::Xor => "Xor",
            Atomic::Exchange => "Exchange",
            Atomic::CompareExchange => "CompSwap",
        };
        match word {
            Word::Buffer(place) => format!("atomic{name}({}", self.place_text(place)),
            Word::Texel(texel) => {
                let mut text = String::new();
                self.open_texel(&format!("imageAtomic{name}"), texel, &mut text);
                text
            }
        }
    }
}
