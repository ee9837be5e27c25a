//! Functions of images that a shader brings with it: a texel, zeros outside; and whether there is a texel at all.

use crate::form::{
    Binary, BuiltIn, Expression, ExpressionKind, Function, Scalar, Statement, Texel, TextureShape, Type,
    Unary,
};
use crate::raise::lowering::{Lowering, Shared};
use crate::target::Feature;

/// Faces of a cube.
const FACES: u32 = 6;

impl Lowering<'_, '_> {
    /// A texel of an image, zeros outside; of four components.
    pub(crate) fn texel(&mut self, image: u32, arguments: Vec<Expression>) -> Expression {
        let function = self.shared(Shared::Texel(image), |lowering| lowering.texel_function(image));
        let ty = Type::new(self.draft.shader.images[image as usize].texel, 4);
        Expression::call(function, ty, arguments)
    }

    fn texel_function(&mut self, number: u32) -> Function {
        let image = &self.draft.shader.images[number as usize];
        let (shape, texel, name) = (image.shape, Type::new(image.texel, 4), image.name.clone());
        let place = Type::new(Scalar::Int, coordinates_of(shape));
        let at = || Expression::argument(0, place);
        let sample = || shape.multisample().then(|| Expression::argument(1, Type::INT));
        let mut body = Vec::new();
        let mut doc = "Texel of an image.";
        if self.is_exact() {
            let inside = self.inside(number, &at(), sample().as_ref());
            let zeros = Statement::give(Expression::zero(texel.scalar, 4));
            body.push(Statement::branch(inside.unary(Unary::Not), vec![zeros]));
            doc = "Texel of an image, zeros outside.";
        }
        let read = Texel {
            image: number,
            coordinates: at(),
            sample: sample(),
        };
        body.push(Statement::give(Expression::new(
            texel,
            ExpressionKind::Texel(Box::new(read)),
        )));
        let mut arguments = vec![(self.draft.names.beside("at"), place)];
        if shape.multisample() {
            arguments.push((self.draft.names.beside("sample_at"), Type::INT));
        }
        let name = format!("{}_texel", name.trim_start_matches("u_"));
        Function {
            name: self.draft.names.fresh(&name),
            doc: doc.to_owned(),
            arguments,
            locals: Vec::new(),
            result: Some(texel),
            body,
        }
    }

    /// Whether an image has a texel: as a number without a sign, a coordinate below 0 is beyond all.
    pub(crate) fn inside(
        &mut self,
        image: u32,
        coordinates: &Expression,
        sample: Option<&Expression>,
    ) -> Expression {
        let shape = self.draft.shader.images[image as usize].shape;
        if shape.array() {
            self.need(Feature::LayerCount);
        }
        let size = size_of(image, shape).reinterpret(Scalar::Uint);
        let faces = || Expression::bits(Scalar::Uint, FACES, 1);
        let end = match (shape.cube(), shape.array()) {
            (true, false) => Expression::construct(vec![size, faces()]),
            (true, true) => {
                let layers = Expression::binary(Binary::Multiply, size.clone().component(2), faces());
                Expression::construct(vec![size.components(&[0, 1]), layers])
            }
            (false, _) => size,
        };
        let below = Expression::binary(Binary::Less, coordinates.clone().reinterpret(Scalar::Uint), end);
        let below = match below.ty.is_scalar() {
            true => below,
            false => Expression::built_in(BuiltIn::All, vec![below]),
        };
        let Some(sample) = sample else { return below };
        let samples = Expression::new(Type::INT, ExpressionKind::ImageSamples(image));
        let [sample, samples] = [sample.clone(), samples].map(|value| value.reinterpret(Scalar::Uint));
        let has = Expression::binary(Binary::Less, sample, samples);
        Expression::binary(Binary::And, below, has)
    }
}

/// The size of an image.
pub(crate) fn size_of(image: u32, shape: TextureShape) -> Expression {
    Expression::new(
        Type::new(Scalar::Int, shape.sizes()),
        ExpressionKind::ImageSize(image),
    )
}

/// The number of coordinates of a texel; of a cube with that of its face, and of an array of cubes that among all.
fn coordinates_of(shape: TextureShape) -> u8 {
    match shape.cube() {
        true => 3,
        false => shape.coordinates(),
    }
}
