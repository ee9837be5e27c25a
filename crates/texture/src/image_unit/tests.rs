//! Classes, coordinates and conversions of image units, by the specification's tables.

use super::*;

#[test]
fn classes_of_table_x_2() {
    // source: EXT_shader_image_load_store table X.2; the counts are of its rows
    let rows = [
        (Format::Rgba32F, Class::Size4x32),
        (Format::Rgba16F, Class::Size2x32),
        (Format::Rg32Ui, Class::Size2x32),
        (Format::Rg16F, Class::Size1x32),
        (Format::R11FG11FB10F, Class::Size1x32),
        (Format::Rgb10A2Ui, Class::Size1x32),
        (Format::Rgba8Snorm, Class::Size1x32),
        (Format::Rg8I, Class::Size1x16),
        (Format::R16, Class::Size1x16),
        (Format::R8Ui, Class::Size1x8),
    ];
    for (format, class) in rows {
        assert_eq!(Class::of(format), Some(class));
        assert_eq!(class.bytes() as usize, format.texel_bytes());
    }
    for format in [
        Format::Rgb8,
        Format::L8,
        Format::Depth24,
        Format::Rgba4,
        Format::Srgb8Alpha8,
    ] {
        assert_eq!(Class::of(format), None);
    }
    let listed = crate::format::FORMATS
        .iter()
        .filter(|row| Class::of(row.format).is_some())
        .count();
    assert_eq!(listed, 39);
}

#[test]
fn coordinates_of_table_x_5() {
    // source: EXT_shader_image_load_store table X.5, offsets by the layout that `ImageUnit` states
    let extent = Extent::new(4, 3, 2);
    let volume = ImageUnit::layered(
        ObjectTarget::ThreeDimensional,
        extent,
        1,
        Format::R32Ui,
        Format::R32F,
    );
    assert_eq!(
        volume.locate(ObjectTarget::ThreeDimensional, [1, 2, 1, 99]),
        Ok(4 * (12 + 8 + 1))
    );
    assert_eq!(
        volume.locate(ObjectTarget::ThreeDimensional, [1, 3, 1, 0]),
        Err(InvalidAccess::Texel { axis: 1, value: 3 })
    );
    assert_eq!(
        volume.locate(ObjectTarget::TwoDimensional, [0; 4]),
        Err(InvalidAccess::Target)
    );
    let slice = volume.single_layer(1).expect("two slices");
    assert_eq!((volume.range(), slice.range()), (0..96, 48..96));
    assert_eq!(
        slice.locate(ObjectTarget::TwoDimensional, [1, 2, 0, 0]),
        Ok(4 * (12 + 8 + 1))
    );
    // source: 2.X.8.Z LOADIM: the instruction sets z to 0 for 2D
    assert_eq!(
        slice.locate(ObjectTarget::TwoDimensional, [1, 2, 1, 0]),
        Ok(4 * (12 + 8 + 1))
    );
    let layers = Extent::new(4, 3, 1);
    let array = ImageUnit::layered(
        ObjectTarget::OneDimensionalArray,
        layers,
        1,
        Format::R32Ui,
        Format::R32Ui,
    );
    assert_eq!(
        array.locate(ObjectTarget::OneDimensionalArray, [1, 0, 2, 9]),
        Ok(4 * 9)
    );
    assert_eq!(
        array.locate(ObjectTarget::OneDimensionalArray, [1, 2, 0, 0]),
        Err(InvalidAccess::Unused { axis: 1, value: 2 })
    );
    // The layer of a one-dimensional array is z.
    for (coordinate, axis, value) in [([4, 0, 0, 0], 0, 4), ([0, 0, 3, 0], 2, 3)] {
        assert_eq!(
            array.locate(ObjectTarget::OneDimensionalArray, coordinate),
            Err(InvalidAccess::Texel { axis, value })
        );
    }
    assert_eq!(volume.single_layer(2), None);

    let cube = ImageUnit::layered(
        ObjectTarget::Cube,
        Extent::new(2, 2, 1),
        1,
        Format::R8,
        Format::R8I,
    );
    assert_eq!(cube.locate(ObjectTarget::Cube, [1, 0, 5, 0]), Ok(21));
    let samples = Extent::new(2, 2, 1);
    let multisample = ImageUnit::layered(
        ObjectTarget::TwoDimensionalMultisample,
        samples,
        4,
        Format::R8,
        Format::R8,
    );
    assert_eq!(
        multisample.locate(ObjectTarget::TwoDimensionalMultisample, [1, 1, 0, 2]),
        Ok(14)
    );
    let other = ImageUnit::layered(ObjectTarget::TwoDimensional, extent, 1, Format::R8, Format::R16);
    assert_eq!(
        other.locate(ObjectTarget::TwoDimensional, [0; 4]),
        Err(InvalidAccess::Format)
    );
}

#[test]
fn formatted_stores_convert() {
    // source: EXT_shader_image_load_store section 3.9.X: as TexImage with RGBA and FLOAT, INT or UNSIGNED_INT
    let extent = Extent::new(1, 1, 1);
    let unit = |format| ImageUnit::layered(ObjectTarget::TwoDimensional, extent, 1, format, format);
    let floats = [1.0_f32, 0.5, -1.0, 2.0].map(f32::to_bits);
    // source: the same, as GetTexImage: what the format does not have is 0, 0, 0, 1
    assert_eq!(
        unit(Format::Rg8).decode(FormatKind::Float, &[255, 0]),
        [1.0_f32, 0.0, 0.0, 1.0].map(f32::to_bits)
    );
    assert_eq!(
        unit(Format::R16I).decode(FormatKind::Signed, &[0xfe, 0xff]),
        [0xffff_fffe, 0, 0, 1]
    );
    assert_eq!(
        unit(Format::Rgba8).encode(FormatKind::Float, floats).0[..4],
        [255, 128, 0, 255]
    );
    assert_eq!(unit(Format::Rg8).encode(FormatKind::Float, floats), {
        let mut bytes = [0; 16];
        bytes[..2].copy_from_slice(&[255, 128]);
        (bytes, 2)
    });
    let integers = [-1_i32, 300, 5, -200].map(i32::cast_unsigned);
    assert_eq!(
        unit(Format::Rgba8I).encode(FormatKind::Signed, integers).0[..4],
        [0xff, 127, 5, 0x80]
    );
    assert_eq!(
        unit(Format::Rgba8Ui).encode(FormatKind::Unsigned, integers).0[..4],
        [0xff, 0xff, 5, 0xff]
    );
}
