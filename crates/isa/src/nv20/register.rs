//! Names of inputs and outputs, in the OpenGL extension and on the NV2A.

/// One vertex attribute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Input {
    /// The mnemonic of NV_vertex_program, table X.3: `v[OPOS]`. Empty where it has none.
    pub gl: &'static str,
    /// The long name that NV2A assemblers use: `iPos`. Empty where there is none.
    pub nv2a: &'static str,
}

/// The attributes by number. The two worlds put texture coordinates at different numbers.
pub const INPUTS: [Input; 16] = {
    const fn row(gl: &'static str, nv2a: &'static str) -> Input {
        Input { gl, nv2a }
    }
    [
        row("OPOS", "iPos"),
        row("WGHT", "iWeight"),
        row("NRML", "iNormal"),
        row("COL0", "iDiffuse"),
        row("COL1", "iSpecular"),
        row("FOGC", "iFog"),
        row("", "iPts"),
        row("", "iBackDiffuse"),
        row("TEX0", "iBackSpecular"),
        row("TEX1", "iTex0"),
        row("TEX2", "iTex1"),
        row("TEX3", "iTex2"),
        row("TEX4", "iTex3"),
        row("TEX5", ""),
        row("TEX6", ""),
        row("TEX7", ""),
    ]
};

/// One output register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Output {
    /// Number in the word.
    pub index: u8,
    /// Name on the NV2A.
    pub nv2a: &'static str,
    /// Long name on the NV2A, the same where there is none.
    pub long: &'static str,
    /// Name in NV_vertex_program, table X.1: `o[HPOS]`.
    pub gl: &'static str,
}

/// The output registers that exist. Numbers 1, 2, 13 and 14 are not assigned; there are four texture units,
/// so the extension's TEX4 to TEX7 have no register.
pub const OUTPUTS: [Output; 11] = {
    const fn row(index: u8, nv2a: &'static str, long: &'static str, gl: &'static str) -> Output {
        Output {
            index,
            nv2a,
            long,
            gl,
        }
    }
    [
        row(0, "oPos", "oPos", "HPOS"),
        row(3, "oD0", "oDiffuse", "COL0"),
        row(4, "oD1", "oSpecular", "COL1"),
        row(5, "oFog", "oFog", "FOGC"),
        row(6, "oPts", "oPts", "PSIZ"),
        row(7, "oB0", "oBackDiffuse", "BFC0"),
        row(8, "oB1", "oBackSpecular", "BFC1"),
        row(9, "oT0", "oTex0", "TEX0"),
        row(10, "oT1", "oTex1", "TEX1"),
        row(11, "oT2", "oTex2", "TEX2"),
        row(12, "oT3", "oTex3", "TEX3"),
    ]
};

impl Output {
    /// The register of a number, if it is assigned.
    pub fn from_index(index: u8) -> Option<&'static Output> {
        OUTPUTS.iter().find(|output| output.index == index)
    }
}

#[cfg(test)]
mod tests {
    use super::{INPUTS, OUTPUTS};

    #[test]
    fn names_are_unique() {
        for (i, a) in INPUTS.iter().enumerate() {
            for b in &INPUTS[..i] {
                assert!((a.gl != b.gl || a.gl.is_empty()) && (a.nv2a != b.nv2a || a.nv2a.is_empty()));
            }
        }
        for (i, a) in OUTPUTS.iter().enumerate() {
            for b in &OUTPUTS[..i] {
                assert!(a.index != b.index && a.nv2a != b.nv2a && a.gl != b.gl);
            }
        }
    }
}
