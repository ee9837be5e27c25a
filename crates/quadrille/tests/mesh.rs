//! Meshes from files: what is read, and what is refused.

use quadrille::{FileError, Files, Mesh, MeshError, attribute};

/// One file, whatever it is asked for.
struct One(&'static str);

impl Files for One {
    fn read(&self, _: &str, _: u64) -> Result<Vec<u8>, FileError> {
        Ok(self.0.as_bytes().to_vec())
    }
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

/// source: the bytes are 0 0 0, 1 0 0, 0 1 0 and 0 1 2, written by hand; the normal of such a face is +z.
#[test]
fn a_gltf_file_with_its_buffer_inside() {
    let mesh = Mesh::read("triangle.gltf", &One(GLTF)).expect("it is a mesh");
    assert_eq!(mesh.indices(), Some(&[0, 1, 2][..]));
    let positions = mesh.array(attribute::POSITION).expect("positions");
    assert_eq!(
        positions.floats(),
        Some(&[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0][..])
    );
    let normals = mesh.array(attribute::NORMAL).expect("made from the face");
    assert_eq!(normals.floats(), Some(&[0.0, 0.0, 1.0].repeat(3)[..]));
    assert!(mesh.array(attribute::TEXTURE_COORDINATE).is_none());
}

#[test]
fn damaged_files_are_errors() {
    let message = |path: &str, text: &str| {
        let text = Box::leak(text.to_owned().into_boxed_str());
        match Mesh::read(path, &One(text)) {
            Ok(mesh) => panic!("{path} is a mesh: {mesh:?}"),
            Err(error) => error.to_string(),
        }
    };
    assert!(message("a.gltf", &GLTF.replace(";base64", "")).contains("base64"));
    assert!(message("a.gltf", &GLTF.replace("base64,AAAA", "base64,*AAA")).contains("data:"));
    assert!(message("a.gltf", &GLTF.replace("base64,AAAA", "base64,")).contains("shorter"));
    assert!(message("a.gltf", "{").len() > 3);
    assert!(message("a.glb", "glTF").len() > 3);
    assert!(message("a.stl", "solid").contains("OBJ or glTF"));
    assert!(message("a.obj", "v 0 0 zero\nf 1 1 1\n").len() > 3);
    assert!(message("a.obj", "v 0 0 0\nf 1 2 3\n").len() > 3);
}

/// source: the file, by hand; polygons are cut into triangles.
#[test]
fn an_obj_file() -> Result<(), MeshError> {
    let text = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nf 1/1 2/2 3/3 4/4\n";
    let mesh = Mesh::read("square.obj", &One(text))?;
    assert_eq!((mesh.vertices(), mesh.indices().map(<[u32]>::len)), (4, Some(6)));
    assert!(mesh.array(attribute::TEXTURE_COORDINATE).is_some());
    Ok(())
}
