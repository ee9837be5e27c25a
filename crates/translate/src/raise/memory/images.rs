//! Images: LOADIM, STOREIM, ATOMIM and IMQ on image units (EXT_shader_image_load_store, NV_gpu_program5).
//!
//! What LOADIM and ATOMIM take, and STOREIM with a storage modifier, are the words of a texel as they lie in memory,
//! whatever the format: an image of as many unsigned words. STOREIM without one converts to the format that the unit
//! has, which only the engine knows: an image without a format, unless the options name it.

use std::collections::BTreeMap;

use quadrille_isa::gl::operation::Space;
use quadrille_isa::gl::{AtomicOperation, Operation, TextureTarget};
use quadrille_numerics::convert::Format;
use quadrille_program::{Access, InstId, Instruction, MemoryAccess};

use crate::form::{FunctionId, Image, ImageFormat, Scalar, TextureShape};
use crate::options::Emulation;
use crate::raise::memory::buffers::count;
use crate::raise::memory::storage::MOST_BUFFERS;
use crate::raise::raiser::Raiser;
use crate::raise::types::kind;
use crate::rules::missing;
use crate::target::{Feature, Support};

/// How a program takes the texels of a unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum View {
    /// As words.
    Words,
    /// As the unit's format has them.
    Converted,
}

/// An image that is declared: its number, and the function that reads a texel.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Declared {
    pub(crate) image: u32,
    pub(crate) texel: Option<FunctionId>,
}

/// What is known of an image before it is declared.
struct Use {
    target: TextureTarget,
    /// The first instruction that accesses it.
    first: InstId,
    /// Bytes of a texel that is taken as words.
    bytes: u64,
    /// What a component is.
    texel: Scalar,
    signed: bool,
    unsigned: bool,
    reads: bool,
    writes: bool,
    changes: bool,
    coherent: bool,
}

/// The view that an instruction takes; `None` for a query, which any view answers.
fn view_of(instruction: &Instruction, access: &MemoryAccess) -> Option<View> {
    match instruction.operation {
        Operation::Load(_) | Operation::Store(_) | Operation::Atomic(_) => Some(match access.storage {
            Some(_) => View::Words,
            None => View::Converted,
        }),
        _ => None,
    }
}

/// The access of an instruction to an image unit.
pub(crate) fn image_access(instruction: &Instruction) -> Option<&MemoryAccess> {
    let images = matches!(
        instruction.operation,
        Operation::Load(Space::Image)
            | Operation::Store(Space::Image)
            | Operation::Atomic(Space::Image)
            | Operation::QueryImageSize
            | Operation::QueryImageSamples
    );
    match &instruction.access {
        Access::Memory(access) if images => Some(access),
        _ => None,
    }
}

impl Raiser<'_> {
    /// Declares the images that the program accesses.
    pub(crate) fn images(&mut self) {
        let mut uses: BTreeMap<(u32, View), Use> = BTreeMap::new();
        // Queries come last: they ask an image that is there for something else.
        for queries in [false, true] {
            for (id, instruction) in self.program.instructions().iter_enumerated() {
                let Some(access) = image_access(instruction) else {
                    continue;
                };
                let view = view_of(instruction, access);
                if view.is_none() != queries {
                    continue;
                }
                self.origin = Some(id);
                self.note_image(&mut uses, id, instruction, access, view);
            }
        }
        self.origin = None;
        for ((unit, view), found) in &uses {
            let apart = *view == View::Converted && uses.contains_key(&(*unit, View::Words));
            self.declare_image(*unit, *view, found, apart);
        }
    }

    fn note_image(
        &mut self,
        uses: &mut BTreeMap<(u32, View), Use>,
        id: InstId,
        instruction: &Instruction,
        access: &MemoryAccess,
        view: Option<View>,
    ) {
        if access.handle.is_some() {
            return self.unsaid("no translation has handles of images");
        }
        if access.sparse {
            return self.unsaid("no translation tells of the residency of images");
        }
        let Some(target) = access.target else { return };
        if count(access) > MOST_BUFFERS {
            self.unsaid("no translation has so many images to choose from");
        }
        let storage = access.storage;
        let loads = matches!(instruction.operation, Operation::Load(_));
        let stores = matches!(instruction.operation, Operation::Store(_));
        let changes = matches!(instruction.operation, Operation::Atomic(_));
        let compares = match access.atomic {
            Some(AtomicOperation::Minimum | AtomicOperation::Maximum) => storage,
            _ => None,
        };
        for unit in access.binding..access.binding + count(access).min(MOST_BUFFERS) {
            let view = view.unwrap_or(match uses.contains_key(&(unit, View::Words)) {
                true => View::Words,
                false => View::Converted,
            });
            let bytes = storage.map_or(0, |storage| storage.size());
            let texel = match (view, view_of(instruction, access)) {
                (View::Converted, Some(_)) => kind(instruction.data_type).sized(false),
                (View::Converted, None) => Scalar::Float,
                (View::Words, _) => Scalar::Uint,
            };
            let other = |view| {
                uses.get(&(unit, view))
                    .is_some_and(|found: &Use| found.target != target)
            };
            if other(View::Words) || other(View::Converted) {
                return self.unsaid("no translation has an image unit with two targets");
            }
            let is_query = view_of(instruction, access).is_none();
            let found = uses.entry((unit, view)).or_insert(Use {
                target,
                first: id,
                bytes,
                texel,
                signed: false,
                unsigned: false,
                reads: false,
                writes: false,
                changes: false,
                coherent: false,
            });
            found.reads |= loads || changes;
            found.writes |= stores || changes;
            found.changes |= changes;
            found.coherent |= access.coherent || access.volatile;
            found.signed |= compares.is_some_and(|storage| storage.format == Format::S32);
            found.unsigned |= compares.is_some_and(|storage| storage.format == Format::U32);
            if is_query {
                continue;
            }
            if found.bytes != bytes {
                return self
                    .unsaid("no translation has an image whose texels are taken as words of two sizes");
            }
            if found.texel != texel {
                return self.unsaid("no translation has an image whose texels are of two kinds of numbers");
            }
        }
    }

    fn declare_image(&mut self, unit: u32, view: View, found: &Use, apart: bool) {
        self.origin = Some(found.first);
        let span = self.span();
        self.need(Feature::Images, span);
        if found.changes {
            self.need(Feature::ImageAtomics, span);
        }
        let signed = found.signed && !found.unsigned;
        let format = match view {
            View::Words if signed => Some(ImageFormat::R32i),
            View::Words => ImageFormat::of_words(found.bytes),
            View::Converted => self.options.image_formats.get(&unit).copied(),
        };
        let texel = match (view, format) {
            (View::Words, _) if signed => Scalar::Int,
            (View::Words, None) => return self.unsaid("no image has texels of this size"),
            // A query takes the kind that the format has.
            (View::Converted, Some(format)) if !found.reads && !found.writes => format.row().kind,
            _ => found.texel,
        };
        if format.is_some_and(|format| format.row().kind != texel) {
            self.unsaid("the options give this image unit a format of another kind of numbers");
        }
        self.image_format(found, format);
        let shape = self.image_shape(found.target);
        let suffix = if apart { "_converted" } else { "" };
        let name = format!("u_{}_image{unit}{suffix}", self.stage_word());
        let name = self.names.reserve(&name);
        let image = self.shader.images.len() as u32;
        self.images.insert((unit, view), Declared { image, texel: None });
        self.shader.images.push(Image {
            name,
            unit,
            target: found.target,
            shape,
            texel,
            format,
            binding: self.options.image_binding(unit, apart),
            reads: found.reads,
            writes: found.writes,
            coherent: found.coherent,
        });
        self.origin = None;
    }

    /// What the target has to have for an image of a format, or of any.
    fn image_format(&mut self, found: &Use, format: Option<ImageFormat>) {
        let span = self.span();
        let Some(format) = format else {
            if found.reads {
                self.need(Feature::ImageReadsOfAnyFormat, span);
            }
            if self.options.target.support(Feature::ImagesOfAnyFormat) == Support::Missing {
                let found = missing(span, self.options.target, Feature::ImagesOfAnyFormat, None);
                return self.problem(found.note("the options may name the format of the image unit"));
            }
            self.need(Feature::ImagesOfAnyFormat, span);
            return;
        };
        if !format.row().common {
            self.need(Feature::ImageFormats, span);
        }
        if found.reads && found.writes && !format.is_word() {
            self.need(Feature::ReadWriteImages, span);
        }
    }

    /// What an image is in the shader: what it is in the program, or what stands in for that.
    fn image_shape(&mut self, target: TextureTarget) -> TextureShape {
        let span = self.span();
        let mut shape = TextureShape::of(target);
        if shape.rectangle && self.need_or(Feature::Rectangle, Emulation::RectAs2d, span) {
            shape.rectangle = false;
        }
        let line = match shape.array {
            true => Feature::OneDimensionalSpecial,
            false => Feature::OneDimensional,
        };
        if shape.dimensions == 1 && !shape.buffer && self.need_or(line, Emulation::OneAsTwo, span) {
            shape.dimensions = 2;
        }
        let special = [
            (shape.buffer, Feature::BufferTextures),
            (shape.cube, Feature::CubeImages),
            (shape.cube && shape.array, Feature::CubeArrays),
            (shape.multisample, Feature::MultisampleImages),
        ];
        for (_, feature) in special.into_iter().filter(|(has, _)| *has) {
            self.need(feature, span);
        }
        shape
    }
}
