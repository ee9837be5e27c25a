//! Sparse residency: pages of a texture that are in memory, or not (ARB_sparse_texture, EXT_sparse_texture2).
//!
//! Texels of pages that are not there are zeros, whatever is stored in them. A texture of the same shape keeps where they
//! are: its texels are 1 where nothing is. The same lookup in that one, with the same filters, gives more than 0 where one
//! of the texels with a weight above 0 is not there, which is what RESIDENT asks (EXT_sparse_texture2, issue 8).

use std::sync::Arc;

use quadrille_isa::gl::texture::Sampling;

use crate::{BorderColor, BoundTexture, Format, Image, Sampler, Texture, TextureError, Units};

/// The encoding of where texels are absent: in every component, so that gathers see it too.
const ABSENCE: Format = Format::Rgba8;

/// The sides of a page of flat and of three-dimensional textures (EXT_sparse_texture2, table 8.X), and for texels of other
/// sizes those of the next larger.
fn page_size(format: Format, has_depth: bool) -> [u32; 3] {
    match (format.texel_bytes(), has_depth) {
        (..=1, false) => [256, 256, 1],
        (2, false) => [256, 128, 1],
        (3..=4, false) => [128, 128, 1],
        (5..=8, false) => [128, 64, 1],
        (9.., false) => [64, 64, 1],
        (..=1, true) => [64, 32, 32],
        (2, true) => [32, 32, 32],
        (3..=4, true) => [32, 32, 16],
        (5..=8, true) => [32, 16, 16],
        (9.., true) => [16, 16, 16],
    }
}

impl Texture {
    /// Commits memory to pages of a level, or takes it away (TexPageCommitmentARB); all pages have some at first. `offset`
    /// counts in z slices, layers, or faces of a cube map. Levels that are smaller than a page belong together.
    ///
    /// # Errors
    /// A target without pages, a level that there is not, a region that is not within the level or not of whole pages.
    pub fn commit_pages(
        &mut self,
        level: u32,
        offset: [u32; 3],
        size: [u32; 3],
        commit: bool,
    ) -> Result<(), TextureError> {
        let row = self.target().row();
        if row.dimensions < 2 || !matches!(row.sampling, Sampling::Mipmapped | Sampling::Rectangle) {
            return Err(TextureError::NoPages(self.target()));
        }
        let absent = TextureError::NoSuchImage { level, face: 0 };
        let image = self.image(level, 0).ok_or(absent)?;
        let page = page_size(image.format(), row.dimensions == 3);
        let mut sizes = image.extent().sizes();
        if row.faces > 1 {
            sizes[2] = row.faces;
        }
        for axis in 0..3 {
            let end = u64::from(offset[axis]) + u64::from(size[axis]);
            let is_whole = size[axis].is_multiple_of(page[axis]) || end == u64::from(sizes[axis]);
            if end > u64::from(sizes[axis]) || !offset[axis].is_multiple_of(page[axis]) || !is_whole {
                return Err(TextureError::WrongPages { page, sizes });
            }
        }
        let is_small = |level| {
            let sizes = self.image(level, 0).map(|image| image.extent().sizes());
            sizes.is_some_and(|sizes| sizes.iter().zip(page).any(|(size, page)| *size < page))
        };
        let tail: Vec<u32> = match is_small(level) {
            true => (0..self.levels()).filter(|level| is_small(*level)).collect(),
            false => Vec::new(),
        };
        self.make_absence()?;
        if tail.is_empty() {
            self.mark(level, offset, size, commit);
        }
        for level in tail {
            if let Some(image) = self.image(level, 0) {
                let [width, height, depth] = image.extent().sizes();
                self.mark(level, [0; 3], [width, height, depth.max(row.faces)], commit);
            }
        }
        Ok(())
    }

    /// Sets whether texels of a region are absent.
    fn mark(&mut self, level: u32, offset: [u32; 3], size: [u32; 3], commit: bool) {
        let faces = self.target().row().faces;
        for face in 0..faces {
            let (mut offset, mut size) = (offset, size);
            if faces > 1 {
                if !(offset[2]..offset[2] + size[2]).contains(&face) {
                    continue;
                }
                (offset[2], size[2]) = (0, 1);
            }
            let byte = if commit { 0 } else { u8::MAX };
            if let Some(image) = self
                .absence_mut()
                .and_then(|absence| absence.image_mut(level, face))
            {
                image.fill(offset, size, byte);
            }
            if !commit && let Some(image) = self.image_mut(level, face) {
                image.fill(offset, size, 0);
            }
        }
    }

    /// Makes the texture that says where texels are absent.
    fn make_absence(&mut self) -> Result<(), TextureError> {
        if self.absence().is_some() {
            return Ok(());
        }
        let mut absence = Texture::with_limits(self.target(), *self.limits());
        for level in 0..self.levels() {
            for face in 0..self.target().row().faces {
                if let Some(image) = self.image(level, face) {
                    let image = Image::zeroed(ABSENCE, image.extent(), 1, self.limits())?;
                    absence.set_image(level, face, image)?;
                }
            }
        }
        self.set_absence(Arc::new(absence));
        Ok(())
    }
}

impl Image {
    /// Sets all bytes of the texels of a region.
    fn fill(&mut self, [x, y, z]: [u32; 3], [width, height, depth]: [u32; 3], byte: u8) {
        let texel = self.format().texel_bytes();
        for slice in z..z + depth {
            for row in y..y + height {
                let start = self.index([x, row, slice], 0) * texel;
                self.bytes_mut()[start..start + width as usize * texel].fill(byte);
            }
        }
    }

    /// Sets texels to 0 that are absent.
    pub(crate) fn clear_absent(&mut self, absence: &Image) {
        let size = self.format().texel_bytes();
        let absent = absence.bytes().chunks_exact(ABSENCE.texel_bytes());
        for (texel, absent) in self.bytes_mut().chunks_exact_mut(size).zip(absent) {
            if absent[0] != 0 {
                texel.fill(0);
            }
        }
    }
}

impl Units {
    /// Units with the textures that say where texels of these are absent; none if no texture lacks any.
    pub fn absence(&self) -> Option<Units> {
        let mut units = Units::new();
        let mut any = false;
        for (unit, bound) in self.all() {
            if let Some(absence) = bound.texture().absence() {
                let sampler = Sampler {
                    compare: false,
                    swizzle: Sampler::default().swizzle,
                    border: BorderColor::Float([0.0; 4]),
                    seamless: bound.is_seamless(),
                    ..*bound.sampler()
                };
                units.bind(unit, BoundTexture::new(absence.clone(), sampler));
                any = true;
            }
        }
        any.then_some(units)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Extent, ObjectTarget};

    fn texture(target: ObjectTarget, extents: &[[u32; 3]]) -> Texture {
        let mut texture = Texture::new(target);
        for (level, [width, height, depth]) in (0..).zip(extents) {
            for face in 0..target.row().faces {
                let extent = Extent::new(*width, *height, *depth);
                let bytes = vec![7; extent.texels() as usize * 4];
                let image = Image::with_bytes(Format::Rgba8, extent, 1, &bytes, texture.limits()).unwrap();
                texture.set_image(level, face, image).unwrap();
            }
        }
        texture
    }

    fn byte(texture: &Texture, level: u32, face: u32, place: [u32; 3]) -> u8 {
        let image = texture.image(level, face).unwrap();
        image.bytes()[image.index(place, 0) * 4]
    }

    /// source: ARB_sparse_texture 8.20.1; EXT_sparse_texture2 table 8.X: pages of RGBA8 are 128 by 128 texels
    #[test]
    fn pages_go_and_stores_to_them_are_lost() {
        let mut texture = texture(
            ObjectTarget::TwoDimensional,
            &[[256, 130, 1], [128, 65, 1], [64, 32, 1]],
        );
        texture
            .commit_pages(0, [128, 0, 0], [128, 128, 1], false)
            .unwrap();
        assert_eq!(byte(&texture, 0, 0, [127, 0, 0]), 7);
        assert_eq!(byte(&texture, 0, 0, [128, 0, 0]), 0);
        assert_eq!(byte(&texture, 0, 0, [255, 128, 0]), 7);
        let image = texture.image(0, 0).unwrap();
        let bytes = vec![9; image.bytes().len()];
        let image = Image::with_bytes(Format::Rgba8, image.extent(), 1, &bytes, texture.limits()).unwrap();
        texture.set_image(0, 0, image).unwrap();
        assert_eq!(byte(&texture, 0, 0, [127, 0, 0]), 9);
        assert_eq!(byte(&texture, 0, 0, [128, 0, 0]), 0);
        // Both smaller levels are the tail.
        texture.commit_pages(2, [0, 0, 0], [64, 32, 1], false).unwrap();
        assert_eq!(
            [byte(&texture, 1, 0, [0; 3]), byte(&texture, 2, 0, [0; 3])],
            [0, 0]
        );
        let edge = texture.commit_pages(0, [128, 128, 0], [128, 2, 1], false);
        edge.expect("it ends with the level");
        let page = [128, 128, 1];
        let sizes = [256, 130, 1];
        for (offset, size) in [
            ([64, 0, 0], [128, 128, 1]),
            ([0, 0, 0], [64, 128, 1]),
            ([128, 0, 0], [256, 128, 1]),
            ([0, 0, 1], [128, 128, 1]),
            ([u32::MAX - 127, 0, 0], [u32::MAX, 128, 1]),
        ] {
            let error = texture.commit_pages(0, offset, size, true);
            assert_eq!(
                error,
                Err(TextureError::WrongPages { page, sizes }),
                "{offset:?} {size:?}"
            );
        }
        let level = texture.commit_pages(3, [0; 3], [0; 3], true);
        assert_eq!(level, Err(TextureError::NoSuchImage { level: 3, face: 0 }));
    }

    /// source: ARB_sparse_texture 8.20.1: "for cube maps, zoffset is interpreted as specifying the cube map face"
    #[test]
    fn faces_and_targets() {
        let mut cube = texture(ObjectTarget::Cube, &[[128, 128, 1]]);
        cube.commit_pages(0, [0, 0, 2], [128, 128, 2], false).unwrap();
        let faces = [0, 1, 2, 3, 4, 5].map(|face| byte(&cube, 0, face, [0; 3]));
        assert_eq!(faces, [7, 7, 0, 0, 7, 7]);
        let mut line = texture(ObjectTarget::OneDimensional, &[[4, 1, 1]]);
        let error = line.commit_pages(0, [0; 3], [4, 1, 1], false);
        assert_eq!(error, Err(TextureError::NoPages(ObjectTarget::OneDimensional)));
    }
}
