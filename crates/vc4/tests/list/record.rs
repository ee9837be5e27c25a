//! Shader records. Expected values are written down from the layout that the Linux driver checks
//! (`vc4_validate.c`), and for NV records from the data directives of PeterLemon's demonstrations.

use quadrille_vc4::list::record::{GlRecord, NvRecord, ShortRecord, VgRecord, decode, encode};

#[test]
fn nv_records() {
    // One thread, no clipping; stride of x/y, Z, 1/W and three varyings; code, uniforms, vertices.
    let bytes = [
        0x01, 24, 0xcc, 3, 0x00, 0x10, 0, 0x40, 0x00, 0x20, 0, 0x40, 0x00, 0x30, 0, 0x40,
    ];
    let record: NvRecord = decode(&bytes).unwrap();
    assert_eq!(
        record,
        NvRecord {
            single_threaded: true,
            stride: 24,
            uniform_count: 0xcc,
            varyings: 3,
            code: 0x4000_1000,
            uniforms: 0x4000_2000,
            vertices: 0x4000_3000,
            ..NvRecord::default()
        }
    );
    assert_eq!(encode(&record), bytes);
    assert_eq!(
        decode::<NvRecord>(&bytes[..15]),
        Err(ShortRecord { bytes: 16, given: 15 })
    );
}

#[test]
fn gl_records() {
    let mut bytes: Vec<u8> = (0..132).map(|i| i as u8).collect();
    bytes[0] = 0x04;
    bytes[36 + 4] = 11;
    bytes[36 + 5] = 16;
    let plain = GlRecord::decode(&bytes, 2, false).unwrap();
    assert!(plain.fragment.clip && !plain.fragment.single_threaded && !plain.fragment.point_size);
    // Relocations of the driver: shaders at 4, 16 and 28; uniforms follow each.
    assert_eq!(plain.fragment.code, 0x0706_0504);
    assert_eq!(plain.fragment.uniforms, 0x0b0a_0908);
    assert_eq!((plain.vertex.arrays, plain.vertex.size), (14, 15));
    assert_eq!(
        (plain.vertex.code, plain.vertex.uniforms),
        (0x1312_1110, 0x1716_1514)
    );
    assert_eq!(
        (plain.coordinate.code, plain.coordinate.uniforms),
        (0x1f1e_1d1c, 0x2322_2120)
    );
    assert_eq!(plain.attributes.len(), 2);
    assert_eq!(plain.attributes[0].address, 0x2726_2524);
    assert_eq!((plain.attributes[0].size(), plain.stride(0)), (12, 16));
    assert_eq!(
        (
            plain.attributes[1].vertex_offset,
            plain.attributes[1].coordinate_offset
        ),
        (50, 51)
    );
    assert_eq!(plain.encode(), bytes[..52]);
    assert_eq!(
        GlRecord::decode(&bytes[..51], 2, false),
        Err(ShortRecord { bytes: 52, given: 51 })
    );

    // Extended: 8 arrays are there, strides at 100; the driver masks their low bytes away.
    let extended = GlRecord::decode(&bytes, 2, true).unwrap();
    assert_eq!((extended.attributes.len(), extended.strides.len()), (8, 2));
    assert_eq!(extended.stride(0), 0x6766_6510);
    assert_eq!(extended.encode(), bytes[..108]);
}

/// source: Broadcom's OpenVG driver, `SHADER_RECORD_T` of `vg_hw_4.c`: flags, stride, counts, shader, uniforms.
#[test]
fn vg_records() {
    let bytes = [1, 0, 3, 0, 0x08, 0x10, 0, 0x40, 0x00, 0x20, 0, 0x40];
    let record: VgRecord = decode(&bytes).unwrap();
    assert_eq!(
        (
            record.single_threaded,
            record.uniform_count,
            record.code,
            record.uniforms
        ),
        (true, 3, 0x4000_1008, 0x4000_2000)
    );
    assert_eq!(encode(&record), bytes);
}
