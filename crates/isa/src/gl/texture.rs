//! The targets of texture objects: what is true of every texture that has one. How an instruction names them, with
//! its SHADOW forms, is [`super::target`].

/// Which dimension of an image counts layers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LayerAxis {
    /// The texture has no layers.
    None,
    /// `height` counts layers, as in one-dimensional arrays.
    Height,
    /// `depth` counts layers, as in two-dimensional arrays; in cube arrays it counts layer-faces.
    Depth,
}

/// The way lookups reach the texels.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sampling {
    /// Through filters, by coordinates from 0 to 1; levels above 0 may exist.
    Mipmapped,
    /// Through filters, by coordinates over texels; there is one level, and coordinates that leave it are clamped.
    Rectangle,
    /// By texel fetches alone, from one level.
    Buffer,
    /// By texel fetches alone, from one level whose texels hold samples.
    Multisample,
}

/// A row of the table.
#[derive(Debug)]
pub struct ObjectTargetRow {
    /// The target.
    pub target: ObjectTarget,
    /// The name of the GL constant without `GL_`.
    pub name: &'static str,
    /// The value of the GL constant.
    pub enumerant: u32,
    /// The number of dimensions among width, height and depth that are filtered: 1, 2 or 3.
    pub dimensions: usize,
    /// The way lookups reach the texels.
    pub sampling: Sampling,
    /// Lookups project a direction onto one of six faces.
    pub cube: bool,
    /// The axis along which layers are counted.
    pub layers: LayerAxis,
    /// The target that an image unit has which shows a single layer, slice or face; `None` where there are none, so
    /// that the whole level is shown.
    pub single_layer: Option<ObjectTarget>,
    /// The components of a coordinate that decide which texel of an image LOADIM, STOREIM and ATOMIM mean, bit 0 for x
    /// (EXT_shader_image_load_store table X.5); none where image units do not show the target. Of one-dimensional
    /// arrays y is among them: no instruction sets it to 0 before, and what the target does not use has to be 0.
    pub texel: u8,
    /// Separate images at each level: 6 for a cube map, else 1.
    pub faces: u32,
    /// The number of coordinates (s, t and r) of a lookup: the dimensions, of cubes the three of a direction.
    pub coordinates: u8,
}

macro_rules! components {
    ($($component:ident)*) => {
        0 $(| components!(@ $component))*
    };
    (@ x) => {
        0b0001
    };
    (@ y) => {
        0b0010
    };
    (@ z) => {
        0b0100
    };
    (@ w) => {
        0b1000
    };
}

macro_rules! layer {
    () => {
        None
    };
    ($target:ident) => {
        Some(ObjectTarget::$target)
    };
}

macro_rules! targets {
    ($($target:ident $name:literal $enumerant:literal $dimensions:literal $sampling:ident cube $cube:literal
        layers $layers:ident $(single $single:ident)? texel [$($texel:ident)*];)*) => {
        /// The target of a texture object.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum ObjectTarget {
            $(#[doc = concat!("`", $name, "`.")] $target,)*
        }

        /// A row for each target, in the order of [`ObjectTarget`].
        ///
        /// Sources: OpenGL 2.1 section 3.8.1; ARB_texture_rectangle; EXT_texture_array;
        /// ARB_texture_cube_map_array; EXT_texture_buffer_object; ARB_texture_multisample; NV_explicit_multisample;
        /// EXT_shader_image_load_store table X.5 (single layers).
        pub const OBJECT_TARGETS: &[ObjectTargetRow] = &[$(ObjectTargetRow {
            target: ObjectTarget::$target,
            name: $name,
            enumerant: $enumerant,
            dimensions: $dimensions,
            sampling: Sampling::$sampling,
            cube: $cube,
            layers: LayerAxis::$layers,
            single_layer: layer!($($single)?),
            texel: components!($($texel)*),
            faces: if $cube && matches!(LayerAxis::$layers, LayerAxis::None) { 6 } else { 1 },
            coordinates: if $cube { 3 } else { $dimensions },
        },)*];
    };
}

targets! {
    OneDimensional "TEXTURE_1D" 0x0de0
        1 Mipmapped cube false layers None texel [x];
    TwoDimensional "TEXTURE_2D" 0x0de1
        2 Mipmapped cube false layers None texel [x y];
    ThreeDimensional "TEXTURE_3D" 0x806f
        3 Mipmapped cube false layers None single TwoDimensional texel [x y z];
    Cube "TEXTURE_CUBE_MAP" 0x8513
        2 Mipmapped cube true layers None single TwoDimensional texel [x y z];
    Rectangle "TEXTURE_RECTANGLE" 0x84f5
        2 Rectangle cube false layers None texel [x y];
    OneDimensionalArray "TEXTURE_1D_ARRAY" 0x8c18
        1 Mipmapped cube false layers Height single OneDimensional texel [x y z];
    TwoDimensionalArray "TEXTURE_2D_ARRAY" 0x8c1a
        2 Mipmapped cube false layers Depth single TwoDimensional texel [x y z];
    CubeArray "TEXTURE_CUBE_MAP_ARRAY" 0x9009
        2 Mipmapped cube true layers Depth single TwoDimensional texel [x y z];
    Buffer "TEXTURE_BUFFER" 0x8c2a
        1 Buffer cube false layers None texel [x];
    TwoDimensionalMultisample "TEXTURE_2D_MULTISAMPLE" 0x9100
        2 Multisample cube false layers None texel [x y w];
    TwoDimensionalMultisampleArray "TEXTURE_2D_MULTISAMPLE_ARRAY" 0x9102
        2 Multisample cube false layers Depth single TwoDimensionalMultisample texel [x y z w];
    Renderbuffer "TEXTURE_RENDERBUFFER" 0x8e55
        2 Multisample cube false layers None texel [];
}

impl ObjectTargetRow {
    /// Whether filters may be used; else texels are only fetched.
    pub const fn is_filtered(&self) -> bool {
        match self.sampling {
            Sampling::Mipmapped | Sampling::Rectangle => true,
            Sampling::Buffer | Sampling::Multisample => false,
        }
    }

    /// Whether levels above 0 may exist, and coordinates run from 0 to 1.
    pub const fn is_mipmapped(&self) -> bool {
        matches!(self.sampling, Sampling::Mipmapped)
    }

    /// Whether texels hold samples.
    pub const fn is_multisample(&self) -> bool {
        matches!(self.sampling, Sampling::Multisample)
    }

    /// Whether image units may show it, and programs ask for its samples (EXT_shader_image_load_store,
    /// ARB_shader_texture_image_samples).
    pub const fn has_images(&self) -> bool {
        self.texel != 0
    }

    /// Whether there are layers.
    pub const fn is_array(&self) -> bool {
        !matches!(self.layers, LayerAxis::None)
    }
}

impl ObjectTarget {
    /// The facts that hold for every texture with this target.
    pub const fn row(self) -> &'static ObjectTargetRow {
        &OBJECT_TARGETS[self as usize]
    }

    /// Whether lookups project a direction onto a face.
    pub const fn is_cube(self) -> bool {
        self.row().cube
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texels_are_named_by_the_components_of_table_x_5() {
        // source: EXT_shader_image_load_store table X.5, i, j, k, layer and sample; and 2.X.8.Z LOADIM, which sets y to 0
        // for 1D and BUFFER alone
        let rows = [
            (ObjectTarget::OneDimensional, "x----"),
            (ObjectTarget::TwoDimensional, "xy---"),
            (ObjectTarget::ThreeDimensional, "xyz--"),
            (ObjectTarget::Rectangle, "xy---"),
            (ObjectTarget::Cube, "xy-z-"),
            (ObjectTarget::Buffer, "x----"),
            (ObjectTarget::OneDimensionalArray, "x--z-"),
            (ObjectTarget::TwoDimensionalArray, "xy-z-"),
            (ObjectTarget::CubeArray, "xy-z-"),
            (ObjectTarget::TwoDimensionalMultisample, "xy--w"),
            (ObjectTarget::TwoDimensionalMultisampleArray, "xy-zw"),
        ];
        for (target, columns) in rows {
            let row = target.row();
            let kept = if row.layers == LayerAxis::Height { "y" } else { "" };
            let bit = |(at, name): (usize, &str)| u8::from(columns.contains(name) || kept == name) << at;
            let texel: u8 = ["x", "y", "z", "w"].into_iter().enumerate().map(bit).sum();
            assert_eq!(row.texel, texel, "{}", row.name);
        }
        let shown = OBJECT_TARGETS.iter().filter(|row| row.has_images()).count();
        assert_eq!(shown, rows.len());
    }

    #[test]
    fn names_and_values_are_unique() {
        for row in OBJECT_TARGETS {
            let same = |other: &&ObjectTargetRow| other.name == row.name || other.enumerant == row.enumerant;
            assert_eq!(OBJECT_TARGETS.iter().filter(same).count(), 1, "{}", row.name);
        }
    }
}
