//! `texparameter`: the parameters of the texture just made.

use quadrille_texture::{
    CompareFunction, DepthMode, DepthStencilMode, MagnificationFilter, MinificationFilter, ObjectTarget,
    Sampler, Swizzle, Wrap,
};

/// A parameter that a texture does not have, or not with this value.
#[derive(Debug, thiserror::Error)]
pub(super) enum ParameterError {
    #[error("a texture has no parameter `{0}`")]
    Name(String),
    #[error("`{value}` is no value of `{name}`")]
    Value { name: String, value: String },
    /// OpenGL 4.6, 8.10: INVALID_ENUM; NV_explicit_multisample, issue 10.
    #[error("textures of the target {} have no parameter `{name}`", .target.row().name)]
    Target { target: ObjectTarget, name: String },
    /// OpenGL 4.6, 8.14.4: INVALID_ENUM.
    #[error("textures of the target {} have no mipmaps", .0.row().name)]
    Mipmaps(ObjectTarget),
    /// NV_bindless_texture 3.9.X: INVALID_OPERATION.
    #[error("the parameters of a texture that has a handle do not change")]
    Handle,
}

/// Whether textures of a target have a parameter: renderbuffer and buffer textures have none, multisample textures none of
/// the state of samplers.
pub(super) fn check(target: ObjectTarget, name: &str) -> Result<(), ParameterError> {
    let is_of_texture =
        name.starts_with("swizzle") || ["base_level", "max_level", "depth_stencil_mode"].contains(&name);
    let has = match target {
        ObjectTarget::Renderbuffer | ObjectTarget::Buffer => false,
        ObjectTarget::TwoDimensionalMultisample | ObjectTarget::TwoDimensionalMultisampleArray => {
            is_of_texture
        }
        ObjectTarget::OneDimensional
        | ObjectTarget::TwoDimensional
        | ObjectTarget::ThreeDimensional
        | ObjectTarget::Cube
        | ObjectTarget::Rectangle
        | ObjectTarget::OneDimensionalArray
        | ObjectTarget::TwoDimensionalArray
        | ObjectTarget::CubeArray => true,
    };
    match has {
        true => Ok(()),
        false => Err(ParameterError::Target {
            target,
            name: name.to_owned(),
        }),
    }
}

/// `texparameter`: changes the texture just made.
pub(super) fn set(sampler: &mut Sampler, name: &str, value: &str) -> Result<(), ParameterError> {
    let unknown = || ParameterError::Value {
        name: name.to_owned(),
        value: value.to_owned(),
    };
    let mut numbers = value.split_whitespace().map(str::parse::<f32>);
    let mut number = || numbers.next().and_then(Result::ok).ok_or_else(unknown);
    match name {
        "min" => sampler.minification = MinificationFilter::from_name(value).ok_or_else(unknown)?,
        "mag" => sampler.magnification = MagnificationFilter::from_name(value).ok_or_else(unknown)?,
        "wrap_s" => sampler.wrap[0] = Wrap::from_name(value).ok_or_else(unknown)?,
        "wrap_t" => sampler.wrap[1] = Wrap::from_name(value).ok_or_else(unknown)?,
        "wrap_r" => sampler.wrap[2] = Wrap::from_name(value).ok_or_else(unknown)?,
        "depth_mode" => sampler.depth_mode = DepthMode::from_name(value).ok_or_else(unknown)?,
        "compare_func" => sampler.compare_function = CompareFunction::from_name(value).ok_or_else(unknown)?,
        "compare_mode" => sampler.compare = value.to_ascii_lowercase().contains("compare"),
        "swizzle_r" => sampler.swizzle[0] = Swizzle::from_name(value).ok_or_else(unknown)?,
        "swizzle_g" => sampler.swizzle[1] = Swizzle::from_name(value).ok_or_else(unknown)?,
        "swizzle_b" => sampler.swizzle[2] = Swizzle::from_name(value).ok_or_else(unknown)?,
        "swizzle_a" => sampler.swizzle[3] = Swizzle::from_name(value).ok_or_else(unknown)?,
        "min_lod" => sampler.minimum_lod = number()?,
        "max_lod" => sampler.maximum_lod = number()?,
        "lod_bias" => sampler.lod_bias = number()?,
        "base_level" => sampler.base_level = value.parse().map_err(|_| unknown())?,
        "max_level" => sampler.maximum_level = value.parse().map_err(|_| unknown())?,
        "max_anisotropy" => {
            let most = number()?;
            // Below 1 is INVALID_VALUE (EXT_texture_filter_anisotropic); above the limit is the limit.
            if most.is_nan() || most < 1.0 {
                return Err(unknown());
            }
            sampler.maximum_anisotropy = most;
        }
        "seamless" => {
            sampler.seamless = match value.to_ascii_lowercase().as_str() {
                "true" | "gl_true" | "1" => true,
                "false" | "gl_false" | "0" => false,
                _ => return Err(unknown()),
            };
        }
        "depth_stencil_mode" => {
            sampler.depth_stencil_mode = DepthStencilMode::from_name(value).ok_or_else(unknown)?;
        }
        "swizzle_rgba" => {
            let sources = value.split_whitespace().map(Swizzle::from_name);
            let sources: Option<Vec<_>> = sources.collect();
            let sources = sources.and_then(|sources| sources.try_into().ok());
            sampler.swizzle = sources.ok_or_else(unknown)?;
        }
        "border_int" | "border_uint" => {
            let bits = |word: &str| match name {
                "border_int" => word.parse().map(i32::cast_unsigned),
                _ => word.parse(),
            };
            let color: Result<Vec<u32>, _> = value.split_whitespace().map(bits).collect();
            let color = color.ok().and_then(|color| color.try_into().ok());
            sampler.border = quadrille_texture::BorderColor::Integer(color.ok_or_else(unknown)?);
        }
        "border" | "border_color" => {
            let color = [number()?, number()?, number()?, number()?];
            sampler.border = quadrille_texture::BorderColor::Float(color);
        }
        _ => return Err(ParameterError::Name(name.to_owned())),
    }
    Ok(())
}
