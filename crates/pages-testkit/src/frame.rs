//! Scenes around bodies of programs.

use crate::block::Block;

/// The scene around a body. The buffer `out` of 256 bytes is a storage buffer that the program writes; what it
/// then holds is what lines that begin with `=` say; lines that begin with `>` are commands before.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Frame {
    /// A compute program of one invocation, behind the commands that are given; the buffer `b` holds the bytes 0x80
    /// to 0xff.
    Compute(&'static str),
    /// The same with a fragment program on one pixel.
    Pixel(&'static str),
    /// A fragment program on one pixel. Texture 0 is 2D, of 8 by 8 texels of four floats: the texel in column x of
    /// row y is (x + 8y, 100 + x + 8y, 200 + x + 8y, 300 + x + 8y). Its filters are NEAREST.
    Fragment,
}

impl Frame {
    pub(crate) fn around(self, block: &Block<'_>) -> String {
        let mut text = match self {
            Frame::Compute(_) => "[compute program]\n!!NVcp5.0\n".to_owned(),
            Frame::Pixel(_) => "[require]\nSIZE 1 1\n[fragment program]\n!!NVfp5.0\n".to_owned(),
            Frame::Fragment => format!("{FILL}[fragment program]\n!!NVfp5.0\n"),
        };
        if !block.plain {
            text += "OPTION NV_shader_storage_buffer;\n";
        }
        let (options, body): (Vec<&str>, Vec<&str>) = block
            .lines
            .iter()
            .filter(|line| !line.starts_with(['>', '=']))
            .partition(|line| line.starts_with("OPTION"));
        options.iter().for_each(|line| text += &format!("{line}\n"));
        if matches!(self, Frame::Compute(_)) {
            text += "GROUP_SIZE 1;\n";
        }
        if !block.plain {
            text += "STORAGE out[] = { program.storage[7] };\n";
        }
        body.iter().for_each(|line| text += &format!("{line}\n"));
        text += "END\n[test]\ntolerance 0 0 0 0\nbuffer b sequence u8 128 128 1\nbuffer out size 256\nbind storage 7 out\n";
        text += match self {
            Frame::Compute(commands) | Frame::Pixel(commands) => commands,
            Frame::Fragment => SHOWN,
        };
        text += "\n";
        block
            .marked('>')
            .for_each(|command| text += &format!("{command}\n"));
        if matches!(self, Frame::Pixel(_)) {
            text = text.replace("_cp ", "_fp ");
        }
        text += match self {
            Frame::Compute(_) => "dispatch 1 1 1\n",
            Frame::Pixel(_) | Frame::Fragment => "draw rect -1 -1 2 2\n",
        };
        block
            .marked('=')
            .for_each(|expected| text += &format!("probe buffer out {expected}\n"));
        text
    }
}

/// Fills texture 0.
const FILL: &str = "[require]
SIZE 1 1
[compute program]
!!NVcp5.0
GROUP_SIZE 8 8;
IMAGE texels = image[0];
TEMP at, number, value;
MOV.S at, {0, 0, 0, 0};
MOV.S at.xy, invocation.localid;
MAD.S number.x, at.y, 8, at.x;
I2F.S number.x, number.x;
ADD.F value, number.x, {0, 100, 200, 300};
STOREIM.F32X4 texels, value, at, 2D;
END
";

const SHOWN: &str = "texture empty 0 2D (8,8,1) GL_RGBA32F
texparameter 2D min nearest
texparameter 2D mag nearest
texparameter 2D wrap_s clamp_to_edge
texparameter 2D wrap_t clamp_to_edge
bind image 0 texture 0 READ_WRITE GL_RGBA32F
dispatch 1 1 1
memory barrier TEXTURE_FETCH_BARRIER_BIT SHADER_IMAGE_ACCESS_BARRIER_BIT";
