//! Texels as lookups see them: four components, missing ones filled in, depths by their mode, then swizzled. What goes
//! to a device whose textures have none of this.

use crate::bound::BoundTexture;
use crate::format::Format;
use crate::image::{Image, integer_color};
use crate::sampler::BorderColor;
use crate::shadow::arrange;

impl BoundTexture {
    /// The colours of all texels of one of its images, whose lookups return floats.
    pub fn colors<'a>(&'a self, image: &'a Image) -> impl Iterator<Item = [f32; 4]> + 'a {
        let row = image.format().row();
        texels(image).map(move |texel| {
            let color = row.base.expand(row.encoding.decode(texel), 0.0, 1.0);
            self.seen(color, image.format())
        })
    }

    /// The bits of all texels of one of its images, whose lookups return integers.
    pub fn integers<'a>(&'a self, image: &'a Image) -> impl Iterator<Item = [u32; 4]> + 'a {
        texels(image).map(move |texel| self.swizzled(integer_color(image.format(), texel), 0, 1))
    }

    /// The border, where lookups return floats.
    pub fn border_color(&self) -> Option<[f32; 4]> {
        match self.sampler().border {
            BorderColor::Float(_) => Some(self.seen(self.border(), self.format())),
            BorderColor::Integer(_) => None,
        }
    }

    fn seen(&self, color: [f32; 4], format: Format) -> [f32; 4] {
        let color = match format.is_depth() {
            true => arrange(self.sampler().depth_mode, color[0], 0.0, 1.0),
            false => color,
        };
        self.swizzled(color, 0.0, 1.0)
    }
}

impl Image {
    /// The first components of all texels: depths, as comparisons see them.
    pub fn depths(&self) -> impl Iterator<Item = f32> {
        let row = self.format().row();
        texels(self).map(|texel| row.encoding.decode(texel)[0])
    }
}

/// The bytes of each texel.
fn texels(image: &Image) -> impl Iterator<Item = &[u8]> {
    image.bytes().chunks_exact(image.format().texel_bytes())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::ObjectTarget;
    use crate::error::Limits;
    use crate::image::Extent;
    use crate::sampler::{DepthMode, Sampler, Swizzle};
    use crate::texture::Texture;

    /// source: OpenGL 2.1 table 3.20 for the depth mode, EXT_texture_swizzle for what follows it
    #[test]
    fn a_depth_goes_where_its_mode_says() {
        let limits = Limits::default();
        let half = 0.5_f32.to_le_bytes();
        let image = Image::with_bytes(Format::Depth32F, Extent::new(1, 1, 1), 1, &half, &limits).unwrap();
        let mut texture = Texture::new(ObjectTarget::TwoDimensional);
        texture.set_image(0, 0, image.clone()).unwrap();
        let sampler = Sampler {
            depth_mode: DepthMode::Alpha,
            swizzle: [Swizzle::Alpha, Swizzle::Red, Swizzle::One, Swizzle::Zero],
            ..Sampler::nearest()
        };
        let bound = BoundTexture::new(Arc::new(texture), sampler);
        assert_eq!(bound.colors(&image).collect::<Vec<_>>(), [[0.5, 0.0, 1.0, 0.0]]);
        assert_eq!(image.depths().collect::<Vec<_>>(), [0.5]);
    }
}
