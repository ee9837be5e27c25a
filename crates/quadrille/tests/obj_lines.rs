//! Lines of OBJ files that go on.

use quadrille::{FileError, Files, Mesh, MeshError, ObjError};

/// The mesh alone.
struct Alone<'a>(&'a [u8]);

impl Files for Alone<'_> {
    fn read(&self, path: &str, _: u64) -> Result<Vec<u8>, FileError> {
        match path {
            "a.obj" => Ok(self.0.to_vec()),
            _ => Err(FileError::Missing),
        }
    }
}

fn read(path: &str, bytes: &[u8]) -> Result<Mesh, MeshError> {
    Mesh::read(path, &Alone(bytes))
}

/// source: the appendix "Object Files (.obj)" of the manual of the Advanced Visualizer, version 4, "General statement": a
/// line that `\\` ends goes on in the next; lines are counted from 1
#[test]
fn lines_of_obj_files_go_on() {
    let corners = "v 0 0 0\nv 1 0 0\nv 0 1 0\nvn 0 0 1\n";
    let whole = read("a.obj", format!("{corners}f 1//1 2//1 3//1\n").as_bytes());
    assert!(whole.is_ok(), "{whole:?}");
    for face in [
        "f 1//1 \\\n2//1 3//1\n",
        "f 1//1\\\r\n 2//1 \\\r\n 3//1\r\n",
        "f 1//1 2//1 3//1 \\",
    ] {
        let parted = read("a.obj", format!("{corners}{face}").as_bytes());
        assert_eq!(parted, whole, "{face:?}");
    }
    let wrong = read("a.obj", b"v 0 0 \\\n 0\nv 0 \\\n\n0 zero\n");
    let problem = ObjError::Number;
    assert_eq!(wrong, Err(MeshError::Obj { line: 3, problem }));
}
