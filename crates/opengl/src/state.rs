//! State commands of scenes as calls of GL.

use super::gl::Gl;
use super::names::value;

/// The words of a command that are not read yet.
struct Words<'a>(std::slice::Iter<'a, String>);

impl<'a> Words<'a> {
    fn word(&mut self) -> Result<&'a str, String> {
        self.0
            .next()
            .map(String::as_str)
            .ok_or_else(|| "the command ends too early".to_owned())
    }

    /// The value of a GL name.
    fn name(&mut self) -> Result<u32, String> {
        value(self.word()?)
    }

    /// A word of ours in small letters, without GL's own prefixes.
    fn key(&mut self) -> Result<String, String> {
        Ok(self
            .word()?
            .to_ascii_lowercase()
            .trim_start_matches("gl_")
            .to_owned())
    }

    fn number<T: std::str::FromStr>(&mut self) -> Result<T, String> {
        let word = self.word()?;
        word.parse().map_err(|_| format!("`{word}` is not such a number"))
    }

    /// Four numbers; those that are missing are 0.
    fn four(&mut self) -> Result<[f32; 4], String> {
        let mut values = [0.0; 4];
        for value in values.iter_mut().take(self.0.len()) {
            *value = self.number()?;
        }
        Ok(values)
    }

    fn flag(&mut self) -> Result<u8, String> {
        match self.key()?.as_str() {
            "true" | "1" | "on" => Ok(1),
            "false" | "0" | "off" => Ok(0),
            other => Err(format!("`{other}` is neither true nor false")),
        }
    }

    fn is_empty(&self) -> bool {
        self.0.len() == 0
    }
}

/// Carries a state command out.
pub(crate) fn set(words: &[String], gl: &Gl) -> Result<(), String> {
    let mut words = Words(words.iter());
    match words.word()? {
        "light" => light(&mut words, gl)?,
        "lightmodel" => light_model(&mut words, gl)?,
        "material" => {
            let (face, name) = (words.name()?, words.name()?);
            gl.material(face, name, words.four()?);
        }
        "colormaterial" => gl.color_material(words.name()?, words.name()?),
        "fog" => fog(&mut words, gl)?,
        "blend" => blend(&mut words, gl)?,
        "alphafunc" => gl.alpha_func(words.name()?, words.number()?),
        "depthfunc" => gl.depth_func(words.name()?),
        "depthmask" => gl.depth_mask(words.flag()?),
        "depthrange" => gl.depth_range(words.number()?, words.number()?),
        "colormask" => gl.color_mask(words.flag()?, words.flag()?, words.flag()?, words.flag()?),
        "stencilfunc" => gl.stencil_func(words.name()?, words.name()?, words.number()?, words.number()?),
        "stencilop" => gl.stencil_op(words.name()?, words.name()?, words.name()?, words.name()?),
        "stencilmask" => gl.stencil_mask(words.name()?, words.number()?),
        "logicop" => gl.logic_op(words.name()?),
        "cullface" => gl.cull_face(words.name()?),
        "frontface" => gl.front_face(words.name()?),
        "polygonmode" => gl.polygon_mode(words.name()?, words.name()?),
        "polygonoffset" => gl.polygon_offset(words.number()?, words.number()?),
        "shademodel" => gl.shade_model(words.name()?),
        "pointsize" => gl.point_size(words.number()?),
        "pointparameter" => {
            let name = match words.key()?.as_str() {
                "min" | "point_size_min" => "POINT_SIZE_MIN",
                "max" | "point_size_max" => "POINT_SIZE_MAX",
                "fade" | "point_fade_threshold_size" => "POINT_FADE_THRESHOLD_SIZE",
                "attenuation" | "point_distance_attenuation" => "POINT_DISTANCE_ATTENUATION",
                other => return Err(format!("points have no `{other}`")),
            };
            gl.point_parameter(value(name)?, words.four()?);
        }
        "linewidth" => gl.line_width(words.number()?),
        "scissor" => gl.scissor(words.number()?, words.number()?, words.number()?, words.number()?),
        "viewport" => gl.viewport(words.number()?, words.number()?, words.number()?, words.number()?),
        "clipplane" => {
            let plane: u32 = words.number()?;
            gl.set_clip_plane(value("CLIP_PLANE0")? + plane, words.four()?.map(f64::from));
        }
        "texenv" => {
            let target = value("TEXTURE_ENV")?;
            match words.key()?.as_str() {
                "mode" => {
                    gl.texture_environment(target, value("TEXTURE_ENV_MODE")?, one(words.name()? as f32))
                }
                "color" => gl.texture_environment(target, value("TEXTURE_ENV_COLOR")?, words.four()?),
                name @ ("rgb_scale" | "alpha_scale") => {
                    gl.texture_environment(target, value(name)?, one(words.number()?));
                }
                name => gl.texture_environment(target, value(name)?, one(words.name()? as f32)),
            }
        }
        "texgen" => {
            let coordinate = words.name()?;
            match words.key()?.as_str() {
                "mode" => {
                    gl.texture_generation(coordinate, value("TEXTURE_GEN_MODE")?, one(words.name()? as f32))
                }
                plane => gl.texture_generation(coordinate, value(plane)?, words.four()?),
            }
        }
        other => return Err(format!("`{other}` is not handed to the driver")),
    }
    if words.is_empty() {
        Ok(())
    } else {
        Err("the command has too many words".to_owned())
    }
}

/// A parameter of one number, or the value of a name: all of GL's are whole numbers that a float holds.
fn one(value: f32) -> [f32; 4] {
    [value, 0.0, 0.0, 0.0]
}

fn light(words: &mut Words<'_>, gl: &Gl) -> Result<(), String> {
    let number: u32 = words.number()?;
    let light = value("LIGHT0")? + number;
    match words.key()?.as_str() {
        // GL takes the angle, scenes give its cosine.
        "spot_cosine" => {
            let cosine: f32 = words.number()?;
            gl.light(
                light,
                value("SPOT_CUTOFF")?,
                one(f64::from(cosine).acos().to_degrees() as f32),
            );
        }
        "attenuation" => {
            for name in [
                "CONSTANT_ATTENUATION",
                "LINEAR_ATTENUATION",
                "QUADRATIC_ATTENUATION",
            ] {
                gl.light(light, value(name)?, one(words.number()?));
            }
        }
        name => gl.light(light, value(name)?, words.four()?),
    }
    Ok(())
}

fn light_model(words: &mut Words<'_>, gl: &Gl) -> Result<(), String> {
    let key = words.key()?;
    match key.trim_start_matches("light_model_") {
        "ambient" => gl.light_model(value("LIGHT_MODEL_AMBIENT")?, words.four()?),
        "local_viewer" => gl.light_model(value("LIGHT_MODEL_LOCAL_VIEWER")?, one(words.flag()?.into())),
        "two_side" => gl.light_model(value("LIGHT_MODEL_TWO_SIDE")?, one(words.flag()?.into())),
        "separate_specular" => {
            let control = ["SINGLE_COLOR", "SEPARATE_SPECULAR_COLOR"][usize::from(words.flag()?)];
            gl.light_model(value("LIGHT_MODEL_COLOR_CONTROL")?, one(value(control)? as f32));
        }
        other => return Err(format!("a light model has no `{other}`")),
    }
    Ok(())
}

fn fog(words: &mut Words<'_>, gl: &Gl) -> Result<(), String> {
    match words.key()?.as_str() {
        "mode" => gl.fog(value("FOG_MODE")?, one(words.name()? as f32)),
        "source" => {
            let source = match words.key()?.as_str() {
                "fragment_depth" => "FRAGMENT_DEPTH",
                "fog_coord" | "fog_coordinate" => "FOG_COORD",
                other => return Err(format!("`{other}` is no source of fog")),
            };
            gl.fog(value("FOG_COORD_SRC")?, one(value(source)? as f32));
        }
        name => gl.fog(value(&format!("FOG_{name}"))?, words.four()?),
    }
    Ok(())
}

fn blend(words: &mut Words<'_>, gl: &Gl) -> Result<(), String> {
    match words.key()?.as_str() {
        "func" => {
            let (source, destination) = (words.name()?, words.name()?);
            let (source_alpha, destination_alpha) = if words.is_empty() {
                (source, destination)
            } else {
                (words.name()?, words.name()?)
            };
            gl.blend_func(source, destination, source_alpha, destination_alpha);
        }
        "equation" => {
            let color = words.name()?;
            gl.blend_equation(color, if words.is_empty() { color } else { words.name()? });
        }
        "color" => {
            let [red, green, blue, alpha] = words.four()?;
            gl.blend_color(red, green, blue, alpha);
        }
        other => return Err(format!("blending has no `{other}`")),
    }
    Ok(())
}
