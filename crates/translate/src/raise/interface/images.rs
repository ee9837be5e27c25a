//! Images: LOADIM, STOREIM, ATOMIM and IMQ on image units (EXT_shader_image_load_store, NV_gpu_program5).
//!
//! The texels of LOADIM and ATOMIM, and of STOREIM with a storage modifier, are the words that lie in memory,
//! whatever the format: an image of as many unsigned words. STOREIM without one converts to the format that the unit
//! has, which only the engine knows: an image without a format, unless the options name it.

use std::collections::BTreeMap;

use quadrille_base::Span;
use quadrille_isa::gl::operation::{MemoryOp, Space};
use quadrille_isa::gl::{AtomicOperation, Operation, TextureTarget};
use quadrille_numerics::convert::Format;
use quadrille_program::{Access, InstId, Instruction, MemoryAccess};

use crate::form::{Image, ImageFormat, Scalar, TextureShape, Type};
use crate::options::{Emulation, Packing};
use crate::raise::draft::Draft;
use crate::raise::interface::buffers::{MOST_BUFFERS, count};
use crate::raise::types::kind;
use crate::refusal::{Reason, Refusal};
use crate::target::Feature;

/// The form in which a program accesses the texels of a unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum View {
    /// As words.
    Words,
    /// As the unit's format has them.
    Converted,
}

/// What names an image.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Named {
    /// An image unit.
    Unit(u32),
    /// A handle, of which every access has an image of its own kind (NV_bindless_texture).
    Handle {
        /// The name of the target.
        target: &'static str,
        /// Bytes of a texel that is taken as words, 0 of one that is converted.
        bytes: u64,
        /// The scalar type of a component.
        texel: Scalar,
        /// Whether signed words are compared.
        signed: bool,
    },
}

impl Named {
    /// What names the image of an access, `number` behind the first that it may choose.
    pub(crate) fn of(instruction: &Instruction, access: &MemoryAccess, number: u32) -> Named {
        if access.handle.is_none() {
            return Named::Unit(access.binding + number);
        }
        Named::Handle {
            target: access.target.map_or("", |target| target.row().name),
            bytes: access.storage.map_or(0, |storage| storage.size()),
            texel: texel_of(instruction, access),
            signed: compared(access) == Some(Format::S32),
        }
    }

    /// The image unit; none of a handle.
    const fn unit(self) -> Option<u32> {
        match self {
            Named::Unit(unit) => Some(unit),
            Named::Handle { .. } => None,
        }
    }
}

/// The scalar type of a texel's components, as an access takes them.
fn texel_of(instruction: &Instruction, access: &MemoryAccess) -> Scalar {
    match view_of(instruction, access) {
        Some(View::Words) => Scalar::Uint,
        Some(View::Converted) => kind(instruction.data_type).sized(false),
        None => Scalar::Float,
    }
}

/// The format of the numbers of which an atomic operation takes the smaller or larger.
fn compared(access: &MemoryAccess) -> Option<Format> {
    match access.atomic {
        Some(AtomicOperation::Minimum | AtomicOperation::Maximum) => {
            access.storage.map(|storage| storage.format)
        }
        _ => None,
    }
}

/// Images: their numbers among those of the shader, by what names them and by how their texels are taken.
pub(crate) type Images = BTreeMap<(Named, View), u32>;

/// Facts about an image that are found before it is declared.
struct Use {
    target: TextureTarget,
    /// The first instruction that accesses it.
    first: InstId,
    /// Bytes of a texel that is taken as words.
    bytes: u64,
    /// The scalar type of a component.
    texel: Scalar,
    signed: bool,
    unsigned: bool,
    reads: bool,
    writes: bool,
    changes: bool,
    coherent: bool,
}

impl View {
    /// The view that a load, a store or an atomic operation takes.
    pub(crate) fn of(access: &MemoryAccess) -> View {
        match access.storage {
            Some(_) => View::Words,
            None => View::Converted,
        }
    }
}

/// The view that an instruction takes; `None` for a query, which any view answers.
fn view_of(instruction: &Instruction, access: &MemoryAccess) -> Option<View> {
    let accesses = matches!(
        instruction.operation,
        Operation::Memory(MemoryOp::Load(_) | MemoryOp::Store(_) | MemoryOp::Atomic(_))
    );
    accesses.then(|| View::of(access))
}

/// The access of an instruction to an image unit.
pub(crate) fn image_access(instruction: &Instruction) -> Option<&MemoryAccess> {
    let images = matches!(
        instruction.operation,
        Operation::Memory(
            MemoryOp::Load(Space::Image)
                | MemoryOp::Store(Space::Image)
                | MemoryOp::Atomic(Space::Image)
                | MemoryOp::QueryImageSize
                | MemoryOp::QueryImageSamples
        )
    );
    match &instruction.access {
        Access::Memory(access) if images => Some(access),
        _ => None,
    }
}

/// Declares the images that the program accesses.
pub(crate) fn declare(draft: &mut Draft<'_>) -> Images {
    let program = draft.context.program;
    let mut uses: BTreeMap<(Named, View), Use> = BTreeMap::new();
    // Queries come last: they ask an image that is there for something else.
    for queries in [false, true] {
        for (id, instruction) in program.instructions().iter_enumerated() {
            let Some(access) = image_access(instruction) else {
                continue;
            };
            let view = view_of(instruction, access);
            if view.is_none() != queries {
                continue;
            }
            note(draft, &mut uses, id, instruction, access, view);
        }
    }
    let mut images = Images::new();
    for ((named, view), found) in &uses {
        let apart = *view == View::Converted && uses.contains_key(&(*named, View::Words));
        if let Some(image) = declare_one(draft, *named, *view, found, apart) {
            images.insert((*named, *view), image);
        }
    }
    images
}

fn note(
    draft: &mut Draft<'_>,
    uses: &mut BTreeMap<(Named, View), Use>,
    id: InstId,
    instruction: &Instruction,
    access: &MemoryAccess,
    view: Option<View>,
) {
    let span = draft.context.program.span(id);
    if access.handle.is_some() && (access.coherent || access.volatile) {
        return draft.unsupported(span, Reason::CoherentHandle);
    }
    let Some(target) = access.target else { return };
    if count(access) > MOST_BUFFERS {
        draft.unsupported(span, Reason::Choices("images"));
    }
    let storage = access.storage;
    let loads = matches!(instruction.operation, Operation::Memory(MemoryOp::Load(_)));
    let stores = matches!(instruction.operation, Operation::Memory(MemoryOp::Store(_)));
    let changes = matches!(instruction.operation, Operation::Memory(MemoryOp::Atomic(_)));
    for number in 0..count(access).min(MOST_BUFFERS) {
        let named = Named::of(instruction, access, number);
        let view = view.unwrap_or(match uses.contains_key(&(named, View::Words)) {
            true => View::Words,
            false => View::Converted,
        });
        let bytes = storage.map_or(0, |storage| storage.size());
        let texel = match (view, view_of(instruction, access)) {
            (View::Converted, _) => texel_of(instruction, access),
            (View::Words, _) => Scalar::Uint,
        };
        let other = |view| {
            uses.get(&(named, view))
                .is_some_and(|found: &Use| found.target != target)
        };
        if other(View::Words) || other(View::Converted) {
            return draft.unsupported(span, Reason::ImageTargets);
        }
        let is_query = view_of(instruction, access).is_none();
        let found = uses.entry((named, view)).or_insert(Use {
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
        found.coherent |= access.coherent || access.volatile || draft.context.has_interlock();
        found.signed |= compared(access) == Some(Format::S32);
        found.unsigned |= compared(access) == Some(Format::U32);
        if is_query {
            continue;
        }
        if found.bytes != bytes {
            return draft.unsupported(span, Reason::ImageSizes);
        }
        if found.texel != texel {
            return draft.unsupported(span, Reason::ImageKinds);
        }
    }
}

fn declare_one(draft: &mut Draft<'_>, named: Named, view: View, found: &Use, apart: bool) -> Option<u32> {
    let options = draft.context.options;
    let span = draft.context.program.span(found.first);
    draft.need(Feature::Images, span);
    if found.changes {
        draft.need(Feature::ImageAtomics, span);
    }
    let signed = found.signed && !found.unsigned;
    let format = match view {
        View::Words if signed => Some(ImageFormat::R32i),
        View::Words => ImageFormat::of_words(found.bytes),
        View::Converted => named
            .unit()
            .and_then(|unit| options.image_formats.get(&unit).copied()),
    };
    let texel = match (view, format) {
        (View::Words, _) if signed => Scalar::Int,
        (View::Words, None) => {
            draft.unsupported(span, Reason::ImageWords);
            return None;
        }
        // A query takes the kind that the format has.
        (View::Converted, Some(format)) if !found.reads && !found.writes => format.row().kind,
        (View::Words, Some(_)) | (View::Converted, _) => found.texel,
    };
    if format.is_some_and(|format| format.row().kind != texel) {
        draft.unsupported(span, Reason::ImageFormat);
    }
    need_format(draft, found, format, span);
    let shape = shape_of(draft, found.target, span);
    let (name, binding) = match named {
        Named::Unit(unit) => {
            let suffix = if apart { "_converted" } else { "" };
            let name = format!("u_{}_image{unit}{suffix}", draft.context.stage_word());
            (draft.names.reserve(&name), options.image_binding(unit, apart))
        }
        Named::Handle { .. } => (handle(draft, span), 0),
    };
    let image = draft.shader.images.len() as u32;
    draft.shader.images.push(Image {
        name,
        unit: named.unit(),
        target: found.target,
        shape,
        texel,
        format,
        binding,
        reads: found.reads,
        writes: found.writes,
        coherent: found.coherent,
    });
    Some(image)
}

/// The name of the variable with the handle of the image that an access is about to take, which functions read too.
fn handle(draft: &mut Draft<'_>, span: Span) -> String {
    if draft.context.options.packing == Packing::PushConstants {
        draft.unsupported(span, Reason::HandlesOfVulkan("image"));
    }
    draft.need(Feature::TextureHandles, span);
    draft.need(Feature::LongIntegers, span);
    draft.shader.shared_variables = true;
    let variable = handle_variable(draft);
    draft.shader.variables[variable as usize].name.clone()
}

/// The variable with the handle of the image that an access is about to take.
pub(crate) fn handle_variable(draft: &mut Draft<'_>) -> u32 {
    draft.scratch("image_handle", Type::new(Scalar::Uint, 2))
}

/// Records the features that an image of a format, or of any, needs of the target.
fn need_format(draft: &mut Draft<'_>, found: &Use, format: Option<ImageFormat>, span: Span) {
    let Some(format) = format else {
        if found.reads {
            draft.need(Feature::ImageReadsOfAnyFormat, span);
        }
        if !draft.context.supports(Feature::ImagesOfAnyFormat) {
            let target = draft.context.options.target;
            let found = Refusal::missing(span, target, Feature::ImagesOfAnyFormat, None);
            return draft.problem(found.note("the options may name the format of the image unit"));
        }
        draft.need(Feature::ImagesOfAnyFormat, span);
        return;
    };
    if !format.row().common {
        draft.need(Feature::ImageFormats, span);
    }
    if found.reads && found.writes && !format.is_word() {
        draft.need(Feature::ReadWriteImages, span);
    }
}

/// The shape of an image in the shader: that in the program, or its substitute.
fn shape_of(draft: &mut Draft<'_>, target: TextureTarget, span: Span) -> TextureShape {
    let mut shape = TextureShape::of(target);
    if shape.rectangle() && draft.need_or(Feature::Rectangle, Emulation::RectAs2d, span) {
        shape = shape.stand_in();
    }
    let line = match shape.array() {
        true => Feature::OneDimensionalSpecial,
        false => Feature::OneDimensional,
    };
    if shape.dimensions() == 1 && !shape.buffer() && draft.need_or(line, Emulation::OneAsTwo, span) {
        shape = shape.stand_in();
    }
    let special = [
        (shape.buffer(), Feature::BufferTextures),
        (shape.cube(), Feature::CubeImages),
        (shape.cube() && shape.array(), Feature::CubeArrays),
        (shape.multisample(), Feature::MultisampleImages),
    ];
    for (_, feature) in special.into_iter().filter(|(has, _)| *has) {
        draft.need(feature, span);
    }
    shape
}
