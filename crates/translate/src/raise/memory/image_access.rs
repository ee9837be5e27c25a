//! Accesses of images: loads, stores, atomic operations and queries of texels.
//!
//! A texel that is not there reads as zeros and is not written (EXT_shader_image_load_store 3.9.X). OpenGL's shaders
//! say so of stores and atomic operations too, so that only loads are guarded there, of which the newer versions
//! leave the last component open; Vulkan's say it of none.

use quadrille_program::{Instruction, MemoryAccess};

use crate::form::{
    Binary, BuiltIn, Expression, ExpressionKind, Image, Root, Scalar, SparseRead, StatementKind, Texel,
    TextureShape, Type, Word,
};
use crate::raise::interface::buffers::{MOST_BUFFERS, count};
use crate::raise::interface::images::{Named, View, handle_variable, image_access};
use crate::raise::lowering::Lowering;
use crate::raise::memory::atomic::Change;
use crate::raise::memory::chosen::is;
use crate::raise::memory::image_functions::size_of;
use crate::raise::memory::storage::storage_access;
use crate::raise::types::{operand_kind, result_kind};
use crate::refusal::Reason;
use crate::target::Feature;

/// The texel of an access, by image, coordinates and sample.
struct Goal {
    /// The number of its image among those that it may choose from, where they are several.
    number: Option<Expression>,
    coordinates: Expression,
    sample: Option<Expression>,
}

impl Goal {
    fn in_image(&self, image: u32) -> Texel {
        Texel {
            image,
            coordinates: self.coordinates.clone(),
            sample: self.sample.clone(),
        }
    }
}

impl Lowering<'_, '_> {
    /// The images that an access may choose from, by their numbers among these: those of a unit in one of several views.
    fn images_of(&self, instruction: &Instruction, access: &MemoryAccess, views: &[View]) -> Vec<(u32, u32)> {
        let images = &self.interface.images;
        (0..count(access).min(MOST_BUFFERS))
            .filter_map(|number| {
                let named = Named::of(instruction, access, number);
                let image = views.iter().find_map(|view| images.get(&(named, *view)))?;
                Some((number, *image))
            })
            .collect()
    }

    fn image(&self, number: u32) -> &Image {
        &self.draft.shader.images[number as usize]
    }

    /// Takes the handle that names the image of an access, where one does.
    fn take_handle(&mut self, access: &MemoryAccess) {
        let Some(handle) = &access.handle else { return };
        let handle = self.operand_as(handle, &[0], Scalar::Ulong);
        let words = Expression::built_in(BuiltIn::UnpackLong, vec![handle]);
        let variable = handle_variable(self.draft);
        self.put(Root::Variable(variable), words);
    }

    /// The number of the image that is chosen.
    fn image_number(&mut self, access: &MemoryAccess) -> Option<Expression> {
        access.index.as_ref().map(|index| {
            let number = self.operand_as(&index.operand, &[0], Scalar::Int);
            self.held("image", number.plus(index.offset))
        })
    }

    /// The texel of an access; its coordinates are in the operand of this number.
    fn image_goal(
        &mut self,
        instruction: &Instruction,
        access: &MemoryAccess,
        operand: usize,
    ) -> Option<Goal> {
        let target = access.target?;
        self.take_handle(access);
        let (_, image) = *self.images_of(instruction, access, &[View::of(access)]).first()?;
        let shape = self.image(image).shape;
        let own = TextureShape::of(target);
        let operand = &instruction.operands[operand];
        let mut parts = vec![self.operand_as(operand, &[0], Scalar::Int)];
        let is_line = own.dimensions() == 1 && own.array();
        if is_line && self.is_exact() {
            // Of these alone nothing sets y to 0 before, and what is not used has to be.
            let unused = self.operand_as(operand, &[1], Scalar::Int);
            let is_zero = Expression::binary(Binary::Equal, unused, Expression::int(0));
            parts[0] = Expression::select(is_zero, parts[0].clone(), Expression::int(-1));
        }
        // Layers and faces are in z (table X.5).
        if own.dimensions() > 1 {
            parts.push(self.operand_as(operand, &[1], Scalar::Int));
        } else if shape.dimensions() > 1 {
            parts.push(Expression::int(0));
        }
        if own.dimensions() > 2 || own.array() {
            parts.push(self.operand_as(operand, &[2], Scalar::Int));
        }
        let coordinates = self.held("texel_at", Expression::construct(parts));
        let sample = own
            .multisample()
            .then(|| self.operand_as(operand, &[3], Scalar::Int))
            .map(|sample| self.held("sample_at", sample));
        let number = self.image_number(access);
        Some(Goal {
            number,
            coordinates,
            sample,
        })
    }

    /// The written components of what LOADIM reads.
    pub(crate) fn image_load(&mut self, instruction: &Instruction, written: &[u8]) -> Expression {
        let kind = result_kind(self.program(), instruction);
        let nothing = || Expression::zero(kind, written.len() as u8);
        let Some(access) = image_access(instruction) else {
            return nothing();
        };
        let Some(goal) = self.image_goal(instruction, access, 0) else {
            return nothing();
        };
        let images = self.images_of(instruction, access, &[View::of(access)]);
        let texel = match self.told_of_image(access) {
            Some(resident) => self.sparse_texel(&images, &goal, resident),
            None => self.chosen_texel(&images, &goal),
        };
        let Some(texel) = texel else { return nothing() };
        let Some(storage) = access.storage else {
            let value = texel.components(written).reinterpret(kind);
            return self.finished(value, instruction);
        };
        let texel = self.hold("texel", texel.reinterpret(Scalar::Uint), false);
        let words: Vec<Expression> = (0..4).map(|at| texel.clone().component(at)).collect();
        // The last component of an image of fewer is the integer 1, and 0 where there is no texel.
        let one = (storage.count < 4).then(|| {
            let last = texel.component(3);
            match kind.is_float() {
                true => last.convert(kind),
                false => last.reinterpret(kind),
            }
        });
        self.loaded(instruction, access, &words, &Expression::int(0), written, one)
    }

    /// The texel of the image that is chosen.
    fn chosen_texel(&mut self, images: &[(u32, u32)], goal: &Goal) -> Option<Expression> {
        // The functions are defined in the order of the images.
        let texels: Vec<(u32, Expression)> = images
            .iter()
            .map(|(number, image)| {
                let arguments = std::iter::once(&goal.coordinates).chain(&goal.sample);
                (*number, self.texel(*image, arguments.cloned().collect()))
            })
            .collect();
        let mut texel: Option<Expression> = None;
        for (number, read) in texels.into_iter().rev() {
            texel = Some(match (&goal.number, texel) {
                (None, _) => read,
                (Some(chosen), rest) => {
                    let rest = rest.unwrap_or_else(|| Expression::zero(read.ty.scalar, 4));
                    Expression::select(is(chosen, number), read, rest)
                }
            });
        }
        texel
    }

    /// The same, and tells a variable whether it is resident. What is not there at all is.
    fn sparse_texel(&mut self, images: &[(u32, u32)], goal: &Goal, resident: u32) -> Option<Expression> {
        let scalar = self.image(images.first()?.1).texel;
        let texel = self.hold("sparse_texel", Expression::zero(scalar, 4), false);
        let ExpressionKind::Read(found) = texel.kind.clone() else {
            return None;
        };
        self.put(Root::Variable(resident), Expression::truth(true));
        for (number, image) in images {
            let chosen = goal.number.as_ref().map(|chosen| is(chosen, *number));
            let inside = self
                .is_exact()
                .then(|| self.inside(*image, &goal.coordinates, goal.sample.as_ref()));
            let condition = chosen
                .into_iter()
                .chain(inside)
                .reduce(|one, other| Expression::binary(Binary::And, one, other));
            let ty = Type::new(self.image(*image).texel, 4);
            let own = Root::Variable(self.scratch("own_texel", ty));
            let read = StatementKind::Sparse {
                read: SparseRead::Texel(Box::new(goal.in_image(*image))),
                texel: own.into(),
                resident: Root::Variable(resident).into(),
            };
            let found = found.clone();
            let read = |lowering: &mut Self| {
                lowering.push(read);
                let value = Expression::read(own, ty).reinterpret(scalar);
                lowering.push(StatementKind::assign(found, None, value));
            };
            match condition {
                None => read(self),
                Some(condition) => self.only_if(condition, read),
            }
        }
        Some(texel)
    }

    /// STOREIM.
    pub(crate) fn image_store(&mut self, instruction: &Instruction) {
        let Some(access) = image_access(instruction) else {
            return;
        };
        let value = match access.storage {
            None => {
                let kind = operand_kind(self.program(), instruction, 0);
                self.operand_as(&instruction.operands[0], &[0, 1, 2, 3], kind)
            }
            Some(storage) => {
                let mut words = self.stored_words(instruction, storage);
                words.resize(4, Expression::bits(Scalar::Uint, 0, 1));
                Expression::construct(words)
            }
        };
        let value = self.held("stored", value);
        let Some(goal) = self.image_goal(instruction, access, 1) else {
            return;
        };
        self.in_images(instruction, access, &goal, |lowering, texel, scalar| {
            lowering.push(StatementKind::Store {
                texel,
                value: value.clone().reinterpret(scalar),
            });
        });
    }

    /// The four components that ATOMIM gives: what the texel held, 0 where there is none, before three zeros.
    pub(crate) fn image_atomic(&mut self, instruction: &Instruction) -> Expression {
        let Some((access, storage)) = storage_access(instruction) else {
            return Expression::float(0.0, 4);
        };
        if storage.size() != 4 {
            self.unsupported(Reason::TexelAtomic);
            return Expression::float(0.0, 4);
        }
        if self.told_of_image(access).is_some() {
            self.unsupported(Reason::SparseAtomic);
        }
        let change = Change::of(self, instruction, access, storage);
        let goal = self.image_goal(instruction, access, 1);
        let images = self.images_of(instruction, access, &[View::of(access)]);
        let (Some(goal), Some((_, image))) = (goal, images.first()) else {
            return Expression::float(0.0, 4);
        };
        let scalar = self.image(*image).texel;
        let certain = goal.number.is_none() && !self.guards_writes();
        let old = self.old_word(scalar, certain);
        self.in_images(instruction, access, &goal, |lowering, texel, scalar| {
            lowering.change_word(&old, Word::Texel(texel), scalar, &change, 0);
        });
        let words = [old.reinterpret(Scalar::Uint)];
        self.loaded(
            instruction,
            access,
            &words,
            &Expression::int(0),
            &[0, 1, 2, 3],
            None,
        )
    }

    /// IMQ: the size of the image, in as many components as it has dimensions, and its layers.
    pub(crate) fn image_size(&mut self, instruction: &Instruction) -> Expression {
        let size = |lowering: &Self, image: u32| {
            let shape = lowering.draft.shader.images[image as usize].shape;
            let size = size_of(image, shape);
            match size.ty.width {
                4 => size,
                width => Expression::construct(vec![size, Expression::bits(Scalar::Int, 0, 4 - width)]),
            }
        };
        self.image_answer(instruction, size)
    }

    /// IMQS: how many samples a texel has, in x.
    pub(crate) fn image_samples(&mut self, instruction: &Instruction) -> Expression {
        let samples = |_: &Self, image: u32| {
            let count = Expression::new(Type::INT, ExpressionKind::ImageSamples(image));
            Expression::construct(vec![count, Expression::bits(Scalar::Int, 0, 3)])
        };
        self.image_answer(instruction, samples)
    }

    fn image_answer(
        &mut self,
        instruction: &Instruction,
        answer: impl Fn(&Self, u32) -> Expression,
    ) -> Expression {
        let zero = Expression::bits(Scalar::Int, 0, 4);
        let Some(access) = image_access(instruction) else {
            return zero;
        };
        self.take_handle(access);
        let number = self.image_number(access);
        // Any view answers.
        let images = self.images_of(instruction, access, &[View::Words, View::Converted]);
        let mut value = zero;
        for (at, image) in images.into_iter().rev() {
            if self.image(image).shape.array() {
                self.need(Feature::LayerCount);
            }
            let own = answer(self, image);
            value = match &number {
                None => own,
                Some(chosen) => Expression::select(is(chosen, at), own, value),
            };
        }
        let value = value.reinterpret(result_kind(self.program(), instruction));
        self.finished(value, instruction)
    }

    /// Does something with the texel of the image that an access chooses.
    fn in_images(
        &mut self,
        instruction: &Instruction,
        access: &MemoryAccess,
        goal: &Goal,
        mut make: impl FnMut(&mut Self, Texel, Scalar),
    ) {
        for (number, image) in self.images_of(instruction, access, &[View::of(access)]) {
            let scalar = self.image(image).texel;
            let chosen = goal.number.as_ref().map(|chosen| is(chosen, number));
            let inside = self
                .guards_writes()
                .then(|| self.inside(image, &goal.coordinates, goal.sample.as_ref()));
            let condition = match (chosen, inside) {
                (Some(chosen), Some(inside)) => Some(Expression::binary(Binary::And, chosen, inside)),
                (chosen, inside) => chosen.or(inside),
            };
            let texel = goal.in_image(image);
            match condition {
                None => make(self, texel, scalar),
                Some(condition) => self.only_if(condition, |lowering| make(lowering, texel, scalar)),
            }
        }
    }

    /// Whether stores and atomic operations ask first whether there is such a texel.
    fn guards_writes(&self) -> bool {
        self.options().target.is_vulkan() && self.is_exact()
    }
}
