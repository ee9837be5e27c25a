//! `[test]`: reads the commands, one a line.

use quadrille_base::Span;
use quadrille_memory::Barriers;

use crate::command::{Command, ParameterTarget, ParameterValue, ProbeArea, Reading, Statement};
use crate::error::{Expected, SceneError, Unknown, wrong};
use crate::framebuffer::FramebufferCommand;
use crate::words::Words;
use crate::{
    NumberType, ProgramKind, buffer, draw, feedback, framebuffer, qpu, state, stored, texture, values, vc4,
};

/// Reads one line of `[test]`.
pub(crate) fn read(text: &str, at: u32) -> Result<Statement, SceneError> {
    let mut words = Words::new(text, at);
    let span = Span::new(words.span().start, words.span().start + words.rest().len() as u32);
    let command = command(&mut words, span)?;
    Ok(Statement { span, command })
}

fn command(words: &mut Words<'_>, span: Span) -> Result<Command, SceneError> {
    let first = words.peek();
    Ok(match first {
        "draw" if words.phrase("draw buffers") => Command::Framebuffer(framebuffer::draw_buffers(words)?),
        "draw" => return draw::draw(words),
        "fb" => Command::Framebuffer(framebuffer::framebuffer(words)?),
        "blit" => Command::Framebuffer(framebuffer::blit(words)?),
        "read" if words.phrase("read buffer") => {
            Command::Framebuffer(FramebufferCommand::ReadBuffer(words.integer()? as usize))
        }
        "clear" if words.phrase("clear buffer") => Command::Framebuffer(framebuffer::clear(words)?),
        "patch" => return draw::patch(words),
        "vertex" => {
            let (attribute, array) = stored::array(words)?;
            Command::VertexArray(attribute, array)
        }
        "memory" if words.phrase("memory barrier") => Command::Barrier(barriers(words)?),
        "clear" => return clear(words),
        "qpu" => Command::Qpu(qpu::command(words)?),
        "vc4" => Command::Vc4(vc4::command(words)?),
        "buffer" => Command::Buffer(buffer::buffer(words)?),
        "bind" => Command::Buffer(buffer::bind(words)?),
        "resident" => Command::Buffer(buffer::resident(words)?),
        "compute" => Command::Buffer(buffer::compute(words)?),
        "ssbo" => Command::Buffer(buffer::storage(words)?),
        "atomic" => Command::Buffer(buffer::counters(words)?),
        "image" if words.phrase("image texture") => Command::Buffer(buffer::image_texture(words)?),
        "dispatch" => Command::Buffer(buffer::dispatch(words)?),
        "order" => Command::Buffer(buffer::order(words)?),
        "probe" if words.phrase("probe buffer") => Command::Buffer(buffer::probe(words)?),
        "probe" if words.phrase("probe ssbo uint") => Command::Buffer(buffer::probe_storage(words)?),
        "probe" if words.phrase("probe atomic counter") => Command::Buffer(buffer::probe_counter(words)?),
        "xfb" => Command::Feedback(feedback::feedback(words)?),
        "query" => Command::Query(feedback::query(words)?),
        "conditional" => Command::Query(feedback::conditional(words)?),
        "probe" if words.phrase("probe query") => Command::Query(feedback::probe(words)?),
        "output" if words.phrase("output buffer") => Command::Buffer(buffer::output(words)?),
        "probe" | "relative" => return probe(words),
        "texture" => return texture::texture(words),
        "parameter" => return parameter(words),
        "ortho" => {
            words.word();
            Command::Ortho(if words.is_empty() {
                None
            } else {
                Some(words.floats()?)
            })
        }
        "frustum" => {
            words.word();
            Command::Frustum(words.floats()?)
        }
        "perspective" => {
            words.word();
            Command::Perspective(words.floats()?)
        }
        "look" if words.phrase("look at") => {
            Command::LookAt([words.tuple()?, words.tuple()?, words.tuple()?])
        }
        "translate" => {
            words.word();
            Command::Translate(words.floats()?)
        }
        "rotate" => {
            words.word();
            Command::Rotate(words.floats()?)
        }
        "scale" => {
            words.word();
            Command::Scale(words.floats()?)
        }
        "matrix" => {
            words.word();
            let name = words.word().to_owned();
            let numbered = words.peek().starts_with(|c: char| c.is_ascii_digit());
            let index = if numbered { words.integer()? } else { 0 };
            let values = if words.take("mvp") {
                None
            } else {
                Some(words.tuple()?)
            };
            Command::Matrix { name, index, values }
        }
        "color" => {
            words.word();
            Command::Color(words.floats()?)
        }
        "normal" => {
            words.word();
            Command::Normal(words.floats()?)
        }
        "texcoord" => {
            words.word();
            Command::Texcoord(words.integer()?, words.tuple()?)
        }
        "attrib" => {
            words.word();
            Command::Attrib(words.integer()?, values::current(words)?)
        }
        "subroutine" => {
            words.word();
            let span = words.span();
            let stage = ProgramKind::of_suffix(words.word())
                .ok_or_else(|| wrong(span, Expected::OneOf(&["vp", "tcp", "tep", "gp", "fp", "cp"])))?;
            Command::Subroutine {
                stage,
                parameter: words.integer()?,
                function: words.word().to_owned(),
            }
        }
        "execute" => {
            words.word();
            Command::Execute(words.tuple()?)
        }
        "enable" if words.phrase("enable indexed") => {
            Command::State(state::enable_indexed(words.rest(), words.span().start, true)?)
        }
        "disable" if words.phrase("disable indexed") => {
            Command::State(state::enable_indexed(words.rest(), words.span().start, false)?)
        }
        "enable" | "disable" => {
            let enable = words.word() == "enable";
            let name = words.word();
            if name.is_empty() {
                return Err(wrong(words.span(), Expected::Capability));
            }
            Command::Enable(name.to_ascii_uppercase(), enable)
        }
        "texparameter" => {
            words.word();
            let _target = words.word();
            let name = words.word().to_owned();
            Command::TexParameter {
                name,
                value: words.rest().to_owned(),
            }
        }
        "clip" if words.phrase("clip plane") => Command::State(state::clip_plane(words)?),
        "shade" if words.phrase("shade model") => Command::State(state::shade_model(words)?),
        "hint" => {
            state::hint(words)?;
            Command::NoEffect
        }
        "blend" if words.phrase("blend barrier") => Command::NoEffect,
        "commit" if words.phrase("commit pages level") => pages(words, true)?,
        "uncommit" if words.phrase("uncommit pages level") => pages(words, false)?,
        "generate" if words.phrase("generate mipmaps") => Command::GenerateMipmaps,
        "read" if words.phrase("read layer") => Command::Read(Reading::Layer(words.integer()?)),
        "read" if words.phrase("read samples") => Command::Read(Reading::Samples),
        "read" if words.phrase("read sample") => Command::Read(Reading::Sample(words.integer()?)),
        "tolerance" => {
            words.word();
            Command::Tolerance(words.floats()?)
        }
        "framebuffer" if words.phrase("framebuffer color") => Command::Fill {
            depth: false,
            path: words.path()?,
        },
        "framebuffer" if words.phrase("framebuffer depth") => Command::Fill {
            depth: true,
            path: words.path()?,
        },
        "output" => {
            words.word();
            Command::Output(words.path()?)
        }
        _ if state::is_state(first) => Command::State(state::read(words.rest(), span.start)?),
        _ => return Err(wrong(span, Unknown::Command)),
    })
}

/// Names of bits of MemoryBarrier, one or more.
fn barriers(words: &mut Words<'_>) -> Result<Barriers, SceneError> {
    let mut all = Barriers::NONE;
    loop {
        let span = words.span();
        let bits = Barriers::of_name(words.word());
        all |= bits.ok_or_else(|| wrong(span, Expected::Barrier))?;
        if words.is_empty() {
            return Ok(all);
        }
    }
}

fn clear(words: &mut Words<'_>) -> Result<Command, SceneError> {
    if words.phrase("clear color") {
        return Ok(Command::ClearColor(words.floats()?));
    }
    if words.phrase("clear depth") {
        return Ok(Command::ClearDepth(words.float()?));
    }
    if words.phrase("clear stencil") {
        return Ok(Command::ClearStencil(words.integer()?));
    }
    Ok(Command::Clear)
}

/// `commit pages level` and `uncommit pages level`: the rest.
fn pages(words: &mut Words<'_>, commit: bool) -> Result<Command, SceneError> {
    Ok(Command::Pages {
        level: words.integer()?,
        offset: words.sizes()?,
        size: words.sizes()?,
        commit,
    })
}

fn parameter(words: &mut Words<'_>) -> Result<Command, SceneError> {
    words.word();
    let span = words.span();
    let target = words.word().rsplit_once('_').and_then(|(which, suffix)| {
        let environment = match which {
            "local" => false,
            "env" => true,
            _ => return None,
        };
        let stage = ProgramKind::of_suffix(suffix)?;
        Some(ParameterTarget { stage, environment })
    });
    let Some(target) = target else {
        return Err(wrong(span, Expected::Parameter));
    };
    let index = words.integer()?;
    let value = if words.take("address") {
        let name = buffer::name(words)?;
        let offset = if words.is_empty() { 0 } else { buffer::long(words)? };
        ParameterValue::Address { name, offset }
    } else if words.take("handle") {
        ParameterValue::Handle(buffer::handle(words)?)
    } else if let Some(number_type) = integers(words) {
        ParameterValue::Vector(values::vector(words, number_type)?)
    } else {
        ParameterValue::Vector(words.tuple()?)
    };
    Ok(Command::Parameter(target, index, value))
}

/// Takes the name of an integer type of 32 bits, if it is there.
fn integers(words: &mut Words<'_>) -> Option<NumberType> {
    let types = [NumberType::U32, NumberType::I32];
    types.into_iter().find(|row| words.take(row.name()))
}

fn probe(words: &mut Words<'_>) -> Result<Command, SceneError> {
    if words.phrase("probe stencil") {
        let pixel = [words.signed()?, words.signed()?];
        return Ok(Command::ProbeStencil {
            pixel,
            value: words.integer()?,
        });
    }
    if words.phrase("probe rgba int") {
        let area = ProbeArea::Pixel(words.signed()?, words.signed()?);
        return integers_at(words, area, false);
    }
    if words.phrase("probe all rgba int") {
        return integers_at(words, ProbeArea::All, false);
    }
    if words.phrase("probe rect rgba int") {
        let area = ProbeArea::Rect(words.integers()?);
        return integers_at(words, area, true);
    }
    if words.phrase("relative probe rect rgba int") {
        let area = ProbeArea::RelativeRect(words.tuple()?);
        return integers_at(words, area, true);
    }
    if words.phrase("probe depth") {
        let pixel = [words.signed()?, words.signed()?];
        return Ok(Command::ProbeDepth {
            pixel,
            depth: words.float()?,
        });
    }
    if words.phrase("probe warn all rgba") {
        let [r, g, b, a] = words.floats()?;
        return Ok(Command::Probe {
            area: ProbeArea::All,
            color: [r, g, b],
            alpha: Some(a),
            warns: true,
        });
    }
    for (phrase, alpha) in [("probe all rgba", true), ("probe all rgb", false)] {
        if words.phrase(phrase) {
            return colour(words, ProbeArea::All, alpha, false);
        }
    }
    for (phrase, alpha) in [
        ("relative probe rect rgba", true),
        ("relative probe rect rgb", false),
    ] {
        if words.phrase(phrase) {
            let area = ProbeArea::RelativeRect(words.tuple()?);
            return colour(words, area, alpha, true);
        }
    }
    for (phrase, alpha) in [("probe rect rgba", true), ("probe rect rgb", false)] {
        if words.phrase(phrase) {
            let area = ProbeArea::Rect(words.integers()?);
            return colour(words, area, alpha, true);
        }
    }
    for (phrase, alpha) in [("relative probe rgba", true), ("relative probe rgb", false)] {
        if words.phrase(phrase) {
            let [x, y] = words.tuple()?;
            return colour(words, ProbeArea::RelativePixel(x, y), alpha, true);
        }
    }
    for (phrase, alpha) in [("probe rgba", true), ("probe rgb", false)] {
        if words.phrase(phrase) {
            let area = ProbeArea::Pixel(words.signed()?, words.signed()?);
            return colour(words, area, alpha, false);
        }
    }
    Err(wrong(words.span(), Unknown::Probe))
}

fn integers_at(words: &mut Words<'_>, area: ProbeArea, tuple: bool) -> Result<Command, SceneError> {
    words.optional_mark(',');
    let mut color = [0; 4];
    if tuple {
        words.mark('(')?;
    }
    for (at, component) in color.iter_mut().enumerate() {
        if tuple && at > 0 {
            words.mark(',')?;
        }
        let span = words.span();
        *component = words.word().parse().map_err(|_| wrong(span, Expected::Whole))?;
    }
    if tuple {
        words.mark(')')?;
    }
    Ok(Command::ProbeIntegers { area, color })
}

fn colour(words: &mut Words<'_>, area: ProbeArea, alpha: bool, tuple: bool) -> Result<Command, SceneError> {
    // Between the two parentheses of the relative and rectangle forms a comma may stand.
    words.optional_mark(',');
    let (color, alpha) = match (alpha, tuple) {
        (true, true) => {
            let [r, g, b, a] = words.tuple()?;
            ([r, g, b], Some(a))
        }
        (true, false) => {
            let [r, g, b, a] = words.floats()?;
            ([r, g, b], Some(a))
        }
        (false, true) => (words.tuple()?, None),
        (false, false) => (words.floats()?, None),
    };
    Ok(Command::Probe {
        area,
        color,
        alpha,
        warns: false,
    })
}
