//! Map files: binding numbers that an engine has already given away.

use std::collections::BTreeMap;

/// What a map file says.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Bindings {
    /// By texture unit.
    pub(super) textures: BTreeMap<u32, u32>,
    /// Of the uniform blocks of vertex and fragment shaders.
    pub(super) blocks: [Option<u32>; 2],
}

/// Reads `{"texture[0]": 3, "parameters.vertex": 0, "parameters.fragment": 1}`.
pub(super) fn read(text: &str) -> Result<Bindings, String> {
    let map: BTreeMap<String, u32> = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let mut bindings = Bindings {
        textures: BTreeMap::new(),
        blocks: [None; 2],
    };
    for (name, number) in map {
        let unit = name
            .strip_prefix("texture[")
            .and_then(|rest| rest.strip_suffix(']')?.parse().ok());
        match (unit, name.as_str()) {
            (Some(unit), _) => {
                bindings.textures.insert(unit, number);
            }
            (None, "parameters.vertex") => bindings.blocks[0] = Some(number),
            (None, "parameters.fragment") => bindings.blocks[1] = Some(number),
            _ => {
                return Err(format!(
                    "`{name}` is no texture[N] and neither of parameters.vertex and parameters.fragment"
                ));
            }
        }
    }
    Ok(bindings)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn textures_and_blocks() {
        let read = read(r#"{"texture[2]": 7, "parameters.fragment": 4}"#);
        let expected = Bindings {
            textures: BTreeMap::from([(2, 7)]),
            blocks: [None, Some(4)],
        };
        assert_eq!(read, Ok(expected));
        assert!(super::read(r#"{"texture[x]": 7}"#).is_err());
        assert!(super::read("[]").is_err());
    }
}
