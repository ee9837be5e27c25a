//! Meshes from files: what is read, and what is refused.

use std::collections::BTreeMap;

use quadrille::{FileError, Files, GltfError, Mesh, MeshError, ObjError, attribute};

/// Files by name.
struct Given<'a>(BTreeMap<&'a str, &'a [u8]>);

impl Files for Given<'_> {
    fn read(&self, path: &str, most: u64) -> Result<Vec<u8>, FileError> {
        let bytes = self.0.get(path).ok_or(FileError::Missing)?;
        match bytes.len() as u64 > most {
            true => Err(FileError::TooLarge(most)),
            false => Ok(bytes.to_vec()),
        }
    }
}

fn read(path: &str, bytes: &[u8]) -> Result<Mesh, MeshError> {
    Mesh::read(path, &Given(BTreeMap::from([(path, bytes)])))
}

/// A triangle: 36 bytes of positions, 6 of indices, inside the text.
const GLTF: &str = r#"{
  "asset": { "version": "2.0" },
  "buffers": [{ "byteLength": 42, "uri": "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAABAAIA" }],
  "bufferViews": [
    { "buffer": 0, "byteLength": 36 },
    { "buffer": 0, "byteOffset": 36, "byteLength": 6 }
  ],
  "accessors": [
    { "bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 0] },
    { "bufferView": 1, "componentType": 5123, "count": 3, "type": "SCALAR" }
  ],
  "meshes": [{ "primitives": [{ "attributes": { "POSITION": 0 }, "indices": 1 }] }]
}"#;

const POSITIONS: [f32; 9] = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0];

/// The file with something else in it.
fn with(from: &str, to: &str) -> Result<Mesh, MeshError> {
    assert!(GLTF.contains(from), "{from}");
    read("a.gltf", GLTF.replace(from, to).as_bytes())
}

/// The file with an attribute that `accessor` describes.
fn with_attribute(name: &str, accessor: &str) -> Result<Mesh, MeshError> {
    let text = GLTF.replace("\"POSITION\": 0", &format!("\"POSITION\": 0, \"{name}\": 2"));
    let text = text.replace("\"SCALAR\" }", &format!("\"SCALAR\" }}, {accessor}"));
    read("a.gltf", text.as_bytes())
}

fn floats(mesh: &Mesh, number: usize) -> Vec<f32> {
    let array = mesh.array(number).expect("the attribute");
    array.floats().expect("floats").to_vec()
}

/// source: the bytes are 0 0 0, 1 0 0, 0 1 0 and 0 1 2, written by hand; the normal of such a face is +z.
#[test]
fn a_gltf_file_with_its_buffer_inside() {
    let mesh = read("triangle.gltf", GLTF.as_bytes()).expect("it is a mesh");
    assert_eq!(mesh.indices(), Some(&[0, 1, 2][..]));
    assert_eq!(floats(&mesh, attribute::POSITION), POSITIONS);
    assert_eq!(floats(&mesh, attribute::NORMAL), [0.0, 0.0, 1.0].repeat(3));
    assert!(mesh.array(attribute::TEXTURE_COORDINATE).is_none());
    // Nodes do not move meshes, and are not walked: one that is its own child harms nothing.
    let cycle = with(
        "\"meshes\"",
        "\"nodes\": [{ \"children\": [0], \"mesh\": 0 }], \"meshes\"",
    );
    assert_eq!(cycle, Ok(mesh));
}

/// source: glTF 2.0, 4.4: a header of 12 bytes, then chunks of a length, a type and data; the first buffer without an
/// address is the chunk BIN.
#[test]
fn a_gltf_file_in_one_binary() {
    let uri = GLTF
        .split("\"uri\": \"")
        .nth(1)
        .and_then(|rest| rest.split('"').next());
    let uri = format!(", \"uri\": \"{}\"", uri.expect("the address"));
    let text = GLTF.replace(&uri, "");
    let text = format!(
        "{text}{}",
        " ".repeat(text.len().next_multiple_of(4) - text.len())
    );
    let mut data: Vec<u8> = POSITIONS.iter().flat_map(|number| number.to_le_bytes()).collect();
    data.extend([0, 0, 1, 0, 2, 0, 0, 0]);
    let chunk = |kind: &[u8], data: &[u8]| [&(data.len() as u32).to_le_bytes(), kind, data].concat();
    let chunks = [chunk(b"JSON", text.as_bytes()), chunk(b"BIN\0", &data)].concat();
    let file = [
        b"glTF\x02\0\0\0",
        &(chunks.len() as u32 + 12).to_le_bytes()[..],
        &chunks,
    ]
    .concat();
    let mesh = read("a.glb", &file);
    assert_eq!(mesh, read("a.gltf", GLTF.as_bytes()));
    assert!(mesh.is_ok());

    for length in 0..file.len() {
        assert!(read("a.glb", &file[..length]).is_err(), "{length} bytes");
    }
    let old = [b"glTF\x01", &file[5..]].concat();
    assert_eq!(read("a.glb", &old), Err(GltfError::Version.into()));
    assert_eq!(read("a.gltf", text.as_bytes()), Err(GltfError::NoData(0).into()));
}

/// source: glTF 2.0, 3.6.1: addresses are relative to the file.
#[test]
fn a_gltf_file_with_a_file_beside_it() {
    let start = GLTF.find("data:").expect("the buffer");
    let end = start + GLTF[start..].find('"').expect("its end");
    let text = format!("{}a%20b.bin{}", &GLTF[..start], &GLTF[end..]);
    let mut data: Vec<u8> = POSITIONS.iter().flat_map(|number| number.to_le_bytes()).collect();
    data.extend([0, 0, 1, 0, 2, 0]);
    let mut files = Given(BTreeMap::from([
        ("in/a.gltf", text.as_bytes()),
        ("in/a b.bin", &data),
    ]));
    assert_eq!(Mesh::read("in/a.gltf", &files), read("a.gltf", GLTF.as_bytes()));
    files.0.remove("in/a b.bin");
    assert_eq!(
        Mesh::read("in/a.gltf", &files),
        Err(MeshError::Named {
            path: "in/a b.bin".to_owned(),
            error: FileError::Missing,
        })
    );
    files.0.remove("in/a.gltf");
    assert_eq!(
        Mesh::read("in/a.gltf", &files),
        Err(MeshError::File(FileError::Missing))
    );
}

/// source: glTF 2.0, 3.7.2.1: texture coordinates are floats, or bytes or shorts of which the highest is 1.
#[test]
fn texture_coordinates_of_each_type() {
    // The bytes of the positions: 0, 1 or 0x3f80 from byte 12 on.
    for (accessor, wanted) in [
        (
            "{ \"bufferView\": 0, \"byteOffset\": 8, \"componentType\": 5126, \"count\": 3, \"type\": \"VEC2\" }",
            [0.0, 1.0, 0.0, 0.0, 0.0, 1.0],
        ),
        (
            "{ \"bufferView\": 0, \"byteOffset\": 14, \"componentType\": 5121, \"normalized\": true, \"count\": 3, \"type\": \"VEC2\" }",
            [128.0 / 255.0, 63.0 / 255.0, 0.0, 0.0, 0.0, 0.0],
        ),
        (
            "{ \"bufferView\": 0, \"byteOffset\": 14, \"componentType\": 5123, \"normalized\": true, \"count\": 3, \"type\": \"VEC2\" }",
            [16256.0 / 65535.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        ),
    ] {
        let mesh = with_attribute("TEXCOORD_0", accessor).expect(accessor);
        assert_eq!(floats(&mesh, attribute::TEXTURE_COORDINATE), wanted, "{accessor}");
    }
}

/// source: glTF 2.0, 3.6.2.3: an accessor without a view is zeros, and a sparse one has some elements from elsewhere.
#[test]
fn zeros_and_sparse_elements() {
    let zeros = "{ \"componentType\": 5126, \"count\": 3, \"type\": \"VEC3\"";
    let mesh = with_attribute("NORMAL", &format!("{zeros} }}")).expect("zeros");
    assert_eq!(floats(&mesh, attribute::NORMAL), [0.0; 9]);
    let sparse = |index: usize, count: usize| {
        let indices = format!("{{ \"bufferView\": 1, \"byteOffset\": {index}, \"componentType\": 5123 }}");
        let values = "{ \"bufferView\": 0, \"byteOffset\": 12 }";
        let sparse = format!("{{ \"count\": {count}, \"indices\": {indices}, \"values\": {values} }}");
        with_attribute("NORMAL", &format!("{zeros}, \"sparse\": {sparse} }}"))
    };
    // Elements 1 and 2 are the positions 1 and 2.
    let mesh = sparse(2, 2).expect("sparse");
    assert_eq!(floats(&mesh, attribute::NORMAL), POSITIONS);
    assert_eq!(sparse(2, 3), Err(GltfError::Range(2).into()));
    assert_eq!(sparse(36, 1), Err(GltfError::Range(2).into()));
    let two = with_attribute(
        "NORMAL",
        "{ \"componentType\": 5126, \"count\": 3, \"type\": \"VEC3\", \"sparse\": { \"count\": 1, \
           \"indices\": { \"bufferView\": 0, \"byteOffset\": 12, \"componentType\": 5125 }, \
           \"values\": { \"bufferView\": 0 } } }",
    );
    // The bits of 1.0 are no number of an element.
    assert_eq!(two, Err(GltfError::Sparse(2).into()));
}

/// source: glTF 2.0: what each property may be (chapter 5), and what is in which (3.6, 3.7).
#[test]
fn gltf_files_that_contradict_themselves() {
    let missing = |what, number| Err(GltfError::Missing { what, number }.into());
    let range = |accessor| Err(GltfError::Range(accessor).into());
    let wrong = |accessor, wanted| Err(GltfError::Type { accessor, wanted }.into());
    // No accessors at all, and indices of floats.
    let start = GLTF.find("\"accessors\"").expect("them");
    let end = GLTF.find("\"meshes\"").expect("them");
    assert_eq!(with(&GLTF[start..end], ""), missing("accessor", 0));
    assert_eq!(with("5123", "5126"), wrong(1, "indices"));
    assert_eq!(with("5126", "5123"), wrong(0, "positions"));
    assert_eq!(with("5126", "9"), wrong(0, "positions"));
    assert_eq!(with("VEC3", "VEC4"), wrong(0, "positions"));
    assert_eq!(with("SCALAR", "MAT2"), wrong(1, "indices"));
    for accessor in [
        "{ \"bufferView\": 0, \"componentType\": 5125, \"count\": 3, \"type\": \"VEC2\" }",
        "{ \"bufferView\": 0, \"componentType\": 5120, \"count\": 3, \"type\": \"VEC2\" }",
        "{ \"bufferView\": 0, \"componentType\": 5121, \"count\": 3, \"type\": \"VEC2\" }",
        "{ \"bufferView\": 0, \"componentType\": 5126, \"count\": 3, \"type\": \"VEC3\" }",
    ] {
        let found = with_attribute("TEXCOORD_0", accessor);
        assert_eq!(found, wrong(2, "texture coordinates"), "{accessor}");
    }
    let few = "{ \"bufferView\": 0, \"componentType\": 5126, \"count\": 2, \"type\": \"VEC3\" }";
    let lengths = GltfError::Lengths {
        positions: 3,
        others: 2,
        what: "normals",
    };
    assert_eq!(with_attribute("NORMAL", few), Err(lengths.into()));

    assert_eq!(with("\"POSITION\": 0", "\"POSITION\": 7"), missing("accessor", 7));
    assert_eq!(with("\"indices\": 1", "\"indices\": 2"), missing("accessor", 2));
    assert_eq!(
        with("\"bufferView\": 1", "\"bufferView\": 2"),
        missing("buffer view", 2)
    );
    assert_eq!(
        with("\"buffer\": 0, \"byteOffset\"", "\"buffer\": 1, \"byteOffset\""),
        missing("buffer", 1)
    );
    assert_eq!(
        with(
            "\"count\": 3, \"type\": \"VEC3\"",
            "\"count\": 4, \"type\": \"VEC3\""
        ),
        range(0)
    );
    assert_eq!(with("\"byteLength\": 36", "\"byteLength\": 35"), range(0));
    assert_eq!(
        with("\"byteLength\": 36", "\"byteLength\": 36, \"byteStride\": 4"),
        range(0)
    );
    assert_eq!(
        with("\"byteLength\": 36", "\"byteLength\": 36, \"byteStride\": 0"),
        range(0)
    );
    let most = u64::MAX;
    let stride = format!("\"byteLength\": 36, \"byteStride\": {most}");
    assert_eq!(with("\"byteLength\": 36", &stride), range(0));
    let offset = format!("\"bufferView\": 0, \"byteOffset\": {most}");
    assert_eq!(with("\"bufferView\": 0", &offset), range(0));
    let offset = format!("\"byteOffset\": {most}");
    assert_eq!(
        with("\"byteOffset\": 36", &offset),
        Err(GltfError::View(1).into())
    );
    assert_eq!(
        with("\"byteLength\": 6", "\"byteLength\": 7"),
        Err(GltfError::View(1).into())
    );
    assert_eq!(
        with("\"byteLength\": 42", "\"byteLength\": 43"),
        Err(GltfError::Short(0).into())
    );
    for (from, to) in [
        (";base64", ""),
        ("base64,AAAA", "base64,*AAA"),
        ("base64,", "base64"),
    ] {
        assert_eq!(with(from, to), Err(GltfError::Data(0).into()), "{to}");
    }
    assert_eq!(
        with("\"indices\": 1", "\"mode\": 5"),
        Err(GltfError::Mode(5).into())
    );
    assert_eq!(
        with("\"POSITION\"", "\"COLOR_0\""),
        Err(GltfError::NoPositions.into())
    );
    let index = MeshError::Index {
        vertex: 2,
        vertices: 2,
    };
    let two = with(
        "\"count\": 3, \"type\": \"VEC3\"",
        "\"count\": 2, \"type\": \"VEC3\"",
    );
    assert_eq!(two, Err(index));

    assert_eq!(with("\"2.0\"", "\"1.0\""), Err(GltfError::Version.into()));
    let required = "\"extensionsRequired\": [\"KHR_draco_mesh_compression\"], \"meshes\"";
    let extension = GltfError::Extension("KHR_draco_mesh_compression".to_owned());
    assert_eq!(with("\"meshes\"", required), Err(extension.into()));
    for (from, to) in [
        ("{", "["),
        ("\"count\": 3", "\"count\": -3"),
        ("\"count\": 3", "\"count\": 3.5"),
        ("\"count\": 3", "\"count\": 1e400"),
        ("\"indices\": 1", "\"indices\": 4294967296"),
        ("\"asset\"", "\"assets\""),
        ("\"min\": [", &"\"min\": [".repeat(200)),
    ] {
        let found = with(from, to);
        let is_json = matches!(found, Err(MeshError::Gltf(GltfError::Json { .. })));
        assert!(is_json, "{to}: {found:?}");
    }
}

/// However much a small file asks for, memory is bounded.
#[test]
fn gltf_files_that_ask_for_much() {
    let many = "\"count\": 4294967295, \"type\": \"VEC3\"";
    let bomb = with(
        "\"bufferView\": 0, \"componentType\": 5126, \"count\": 3, \"type\": \"VEC3\"",
        &format!("\"componentType\": 5126, {many}"),
    );
    assert_eq!(bomb, Err(MeshError::TooLarge));
    let one = "{ \"attributes\": { \"POSITION\": 0 } }";
    let primitives = format!("\"primitives\": [{}{one}]", format!("{one}, ").repeat(1000));
    let text = GLTF.replace(
        "\"bufferView\": 0, \"componentType\": 5126, \"count\": 3, \"type\": \"VEC3\"",
        "\"componentType\": 5126, \"count\": 1000000, \"type\": \"VEC3\"",
    );
    let text = text.replace(
        "\"primitives\": [{ \"attributes\": { \"POSITION\": 0 }, \"indices\": 1 }]",
        &primitives,
    );
    assert_eq!(read("a.gltf", text.as_bytes()), Err(MeshError::TooLarge));
}

#[test]
fn files_of_other_kinds() {
    assert_eq!(read("a.stl", b"solid"), Err(MeshError::Kind));
    assert_eq!(read("a.glb", b"glTF"), Err(GltfError::Container.into()));
    assert!(read("a.gltf", b"\xff\xfe").is_err());
    assert_eq!(read("a.obj", b""), Err(MeshError::NoFaces));
    assert_eq!(read("a.obj", b"v 0 0 0\n"), Err(MeshError::NoFaces));
}

/// source: the file, by hand; polygons are cut into triangles.
#[test]
fn an_obj_file() -> Result<(), MeshError> {
    let text = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 1\nvt 1 1 0\nvt 0 1\r\nf 1/1 2/2 3/3 4/4\n";
    let mesh = read("square.obj", text.as_bytes())?;
    assert_eq!(mesh.indices(), Some(&[0, 1, 2, 0, 2, 3][..]));
    assert_eq!(
        floats(&mesh, attribute::TEXTURE_COORDINATE),
        [0.0, 0.0, 1.0, 0.0, 1.0, 1.0, 0.0, 1.0]
    );
    assert_eq!(floats(&mesh, attribute::NORMAL), [0.0, 0.0, 1.0].repeat(4));
    // Negative numbers count back; vertices are shared where all three numbers are the same, in one object.
    let back = text.replace("f 1/1 2/2 3/3 4/4", "f -4/-4 -3/-3 -2/-2\no b\nf 1/1 3/3 4/4\n");
    let mesh = read("square.obj", back.as_bytes())?;
    assert_eq!(mesh.indices(), Some(&[0, 1, 2, 3, 4, 5][..]));
    // A vertex without texture coordinates: then none has them. Materials and lines are passed over.
    let some =
        "mtllib /dev/zero\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvn 0 1 0\nvt 0 0\nl 1 2\nf 1/1/1 2//1 3//1\n# \u{e9}\n";
    let mesh = read("some.obj", some.as_bytes())?;
    assert!(mesh.array(attribute::TEXTURE_COORDINATE).is_none());
    assert_eq!(floats(&mesh, attribute::NORMAL), [0.0, 1.0, 0.0].repeat(3));
    Ok(())
}

#[test]
fn damaged_obj_files() {
    let one = "v 0 0 0\nvt 0 0\nvn 0 0 1\n";
    for (line, problem) in [
        ("v 0 0", ObjError::Number),
        ("v 0 0 zero", ObjError::Number),
        ("vt", ObjError::Number),
        ("vn 1", ObjError::Number),
        ("f 1 1 2", ObjError::Index),
        ("f 0 1 1", ObjError::Index),
        ("f 1 1 -2", ObjError::Index),
        ("f 1 1 -9223372036854775808", ObjError::Index),
        ("f 1/2 1 1", ObjError::Index),
        ("f 1/-9223372036854775807 1 1", ObjError::Index),
        ("f 1//2 1 1", ObjError::Index),
        ("f 1/1/1/1 1 1", ObjError::Corner),
        ("f x 1 1", ObjError::Corner),
        ("f 1 1 99999999999999999999", ObjError::Corner),
        ("f 1 1", ObjError::Face),
        ("f", ObjError::Face),
    ] {
        let text = format!("{one}{line}\n");
        let wanted = Err(MeshError::Obj { line: 4, problem });
        assert_eq!(read("a.obj", text.as_bytes()), wanted, "{line}");
    }
}
