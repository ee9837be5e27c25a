//! Map files: binding numbers that an engine has already given away.

use std::collections::BTreeMap;

use quadrille::translate::{Options, UnknownBinding};

/// An error in a map of binding numbers.
#[derive(Debug, thiserror::Error)]
pub(crate) enum BindingsError {
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    #[error(transparent)]
    Name(#[from] UnknownBinding),
}

/// Takes over `{"texture[0]": 3, "parameters.vertex": 0, "buffer.fragment[1]": 5}`.
pub(super) fn read(text: &str, options: &mut Options) -> Result<(), BindingsError> {
    let map: BTreeMap<String, u32> = serde_json::from_str(text)?;
    for (name, binding) in map {
        options.bind(&name, binding)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille::translate::Target;
    use quadrille_isa::gl::Stage;

    #[test]
    fn textures_blocks_and_buffers() {
        let mut options = Options::new(Target::Glsl450);
        let map = r#"{"texture[2]": 7, "parameters.fragment": 4, "buffer.vertex[1]": 9, "storage[2]": 5, "counter[0]": 3,
            "image[1]": 6, "image.converted[1]": 8}"#;
        read(map, &mut options).expect("a map");
        assert_eq!(options.texture_bindings, BTreeMap::from([(2, 7)]));
        assert_eq!(options.storage_bindings, BTreeMap::from([(2, 5)]));
        assert_eq!(options.counter_bindings, BTreeMap::from([(0, 3)]));
        assert_eq!(
            options.image_bindings,
            [BTreeMap::from([(1, 6)]), BTreeMap::from([(1, 8)])]
        );
        assert_eq!(options.block_binding(Stage::Vertex), 0);
        assert_eq!(options.block_binding(Stage::Fragment), 4);
        assert_eq!(options.buffer_binding(Stage::Vertex, 1), 9);
        for wrong in [r#"{"texture[x]": 7}"#, r#"{"buffer.mesh[0]": 7}"#, "[]"] {
            assert!(read(wrong, &mut options).is_err(), "{wrong}");
        }
    }
}
