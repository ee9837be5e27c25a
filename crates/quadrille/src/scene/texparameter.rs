//! `texparameter`: the parameters of the texture just made.

use quadrille_texture::{
    CompareFunction, DepthMode, MagnificationFilter, MinificationFilter, Sampler, Swizzle, Wrap,
};

/// A parameter that a texture does not have, or not with this value.
#[derive(Debug, thiserror::Error)]
pub(super) enum ParameterError {
    #[error("a texture has no parameter `{0}`")]
    Name(String),
    #[error("`{value}` is no value of `{name}`")]
    Value { name: String, value: String },
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
        "border" => {
            let color = [number()?, number()?, number()?, number()?];
            sampler.border = quadrille_texture::BorderColor::Float(color);
        }
        _ => return Err(ParameterError::Name(name.to_owned())),
    }
    Ok(())
}
