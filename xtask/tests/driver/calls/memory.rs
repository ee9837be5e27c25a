//! Framebuffers, buffers and transform feedback.

use quadrille::{BufferMode, Capture, Primitive};
use quadrille_scene::{
    AccessMode, AttachmentPoint, BufferCommand, Content, FeedbackCommand, FramebufferCommand,
    FramebufferImage, FramebufferTarget, ImageSource, Point,
};

use super::{Writer, call, line};

/// Bytes of zeros that the player has.
const ZEROS: u64 = 1 << 24;

impl Writer<'_> {
    /// The scene's own framebuffer: the window system's, but for one of layers or samples.
    pub(super) fn own_framebuffer(&mut self) {
        let (width, height) = self.size;
        let (layers, samples) = (self.scene.layers, self.scene.samples);
        if layers.is_none() && samples.is_none() {
            return;
        }
        call!(self, "glGenFramebuffers(1, framebuffers)");
        call!(self, "glBindFramebuffer(GL_FRAMEBUFFER, framebuffers[0])");
        let images = [
            ("GL_COLOR_ATTACHMENT0", "GL_RGBA8", "GL_RGBA"),
            (
                "GL_DEPTH_ATTACHMENT",
                "GL_DEPTH_COMPONENT24",
                "GL_DEPTH_COMPONENT",
            ),
        ];
        for (point, format, layout) in images {
            let name = self.name();
            if let Some(layers) = layers {
                call!(self, "glBindTexture(GL_TEXTURE_2D_ARRAY, {name})");
                call!(
                    self,
                    "glTexImage3D(GL_TEXTURE_2D_ARRAY, 0, {format}, {width}, {height}, {layers}, 0, {layout}, GL_FLOAT, NULL)"
                );
                call!(self, "glFramebufferTexture(GL_FRAMEBUFFER, {point}, {name}, 0)");
            } else if let Some(samples) = samples {
                call!(self, "glBindRenderbufferEXT(GL_RENDERBUFFER, {name})");
                call!(
                    self,
                    "glRenderbufferStorageMultisample(GL_RENDERBUFFER, {samples}, {format}, {width}, {height})"
                );
                call!(
                    self,
                    "glFramebufferRenderbuffer(GL_FRAMEBUFFER, {point}, GL_RENDERBUFFER, {name})"
                );
            }
        }
        line!(self, "complete()");
    }

    /// The picture of a layer, or what all samples come to.
    pub(super) fn output(&mut self, path: &str) {
        let ((width, height), drawn, layer) = (self.size, self.drawn, self.layer);
        if self.scene.layers.is_some() {
            call!(self, "glGenFramebuffers(1, &other)");
            call!(self, "glBindFramebuffer(GL_READ_FRAMEBUFFER, other)");
            call!(
                self,
                "glFramebufferTextureLayer(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, 1, 0, {layer})"
            );
        } else if self.scene.samples.is_some() {
            call!(self, "glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0)");
            call!(
                self,
                "glBlitFramebuffer(0, 0, {width}, {height}, 0, 0, {width}, {height}, GL_COLOR_BUFFER_BIT, GL_NEAREST)"
            );
            call!(self, "glBindFramebuffer(GL_READ_FRAMEBUFFER, 0)");
        }
        line!(self, "picture(\"{path}\", {width}, {height})");
        call!(self, "glBindFramebuffer(GL_FRAMEBUFFER, framebuffers[{drawn}])");
    }

    pub(super) fn framebuffer(&mut self, command: &FramebufferCommand) -> Option<()> {
        match command {
            FramebufferCommand::Own(FramebufferTarget::Both) => self.drawn = 0,
            FramebufferCommand::New(FramebufferTarget::Both, images) => {
                let [Some(image)] = &images[..] else { return None };
                self.made += 1;
                self.drawn = self.made;
                call!(self, "glGenFramebuffers(1, &framebuffers[{}])", self.made);
                call!(
                    self,
                    "glBindFramebuffer(GL_FRAMEBUFFER, framebuffers[{}])",
                    self.made
                );
                return self.attach("GL_COLOR_ATTACHMENT0", image);
            }
            FramebufferCommand::Attach(AttachmentPoint::Depth, Some(image)) => {
                return self.attach("GL_DEPTH_ATTACHMENT", image);
            }
            FramebufferCommand::Name(name) => {
                self.framebuffers.insert(name.clone(), self.drawn);
                return Some(());
            }
            FramebufferCommand::Bind(FramebufferTarget::Both, name) => {
                self.drawn = *self.framebuffers.get(name)?;
            }
            _ => return None,
        }
        call!(
            self,
            "glBindFramebuffer(GL_FRAMEBUFFER, framebuffers[{}])",
            self.drawn
        );
        Some(())
    }

    fn attach(&mut self, point: &str, image: &FramebufferImage) -> Option<()> {
        let FramebufferImage::Texture { unit, level, layer } = image else {
            return None;
        };
        let (name, target) = *self.textures.get(&u32::try_from(*unit).ok()?)?;
        match (layer, target) {
            (Some(0), "GL_TEXTURE_2D" | "GL_TEXTURE_2D_MULTISAMPLE") => {
                call!(
                    self,
                    "glFramebufferTexture2D(GL_FRAMEBUFFER, {point}, {target}, {name}, {level})"
                );
            }
            (None, _) => call!(
                self,
                "glFramebufferTexture(GL_FRAMEBUFFER, {point}, {name}, {level})"
            ),
            (Some(_), _) => return None,
        }
        Some(())
    }

    pub(super) fn buffer_command(&mut self, command: &BufferCommand) -> Option<()> {
        match command {
            BufferCommand::Make { name, content } => {
                let buffer = self.name();
                let (size, pointer) = self.content(content)?;
                self.buffers.insert(name.clone(), (buffer, size));
                call!(self, "glBindBuffer(GL_ARRAY_BUFFER, {buffer})");
                call!(
                    self,
                    "glBufferData(GL_ARRAY_BUFFER, {size}, {pointer}, GL_DYNAMIC_COPY)"
                );
            }
            BufferCommand::Write {
                name,
                offset,
                content,
            } => {
                let (buffer, _) = *self.buffers.get(name)?;
                let (size, pointer) = self.content(content)?;
                call!(self, "glBindBuffer(GL_ARRAY_BUFFER, {buffer})");
                call!(
                    self,
                    "glBufferSubData(GL_ARRAY_BUFFER, {offset}, {size}, {pointer})"
                );
            }
            BufferCommand::Bind {
                point,
                number,
                range: Some(range),
            } if range.part.is_none() => {
                let (buffer, _) = *self.buffers.get(&range.name)?;
                let target = match point {
                    Point::Storage => "GL_SHADER_STORAGE_BUFFER",
                    Point::Feedback => "GL_TRANSFORM_FEEDBACK_BUFFER",
                    Point::Parameters(_) | Point::Counter => return None,
                };
                self.writes |= *point == Point::Storage;
                call!(self, "glBindBufferBase({target}, {number}, {buffer})");
            }
            BufferCommand::BindImage {
                unit,
                image: Some((source, access, format)),
            } => {
                let ImageSource::Texture {
                    unit: texture,
                    level,
                    layer: None,
                } = source
                else {
                    return None;
                };
                let (name, _) = *self.textures.get(texture)?;
                self.writes = true;
                let access = access_name(*access);
                call!(
                    self,
                    "glBindImageTexture({unit}, {name}, {level}, GL_TRUE, 0, {access}, {format})"
                );
            }
            BufferCommand::Resident {
                name,
                access: Some(access),
                ..
            } => {
                let (buffer, _) = *self.buffers.get(name)?;
                self.writes = true;
                call!(self, "glBindBuffer(GL_ARRAY_BUFFER, {buffer})");
                call!(
                    self,
                    "glMakeBufferResidentNV(GL_ARRAY_BUFFER, {})",
                    access_name(*access)
                );
            }
            BufferCommand::Dispatch {
                groups: [x, y, z],
                size: None,
            } => {
                call!(self, "glDispatchCompute({x}, {y}, {z})");
                self.written();
            }
            // They are compared whole.
            BufferCommand::Probe { .. } => {}
            _ => return None,
        }
        Some(())
    }

    /// How many bytes there are, and where.
    fn content(&mut self, content: &Content) -> Option<(u64, String)> {
        let bytes = match content {
            Content::Zeros(size) => return (*size <= ZEROS).then(|| (*size, "zeros".to_owned())),
            Content::Values(values) => values.bytes(),
            Content::Sequence {
                number_type,
                count,
                first,
                step,
            } => number_type.sequence(*count, *first, *step),
            Content::File { .. } | Content::Address { .. } | Content::Image(_) | Content::Handle(_) => {
                return None;
            }
        };
        Some((bytes.len() as u64, self.pointer(&bytes)))
    }

    pub(super) fn feedback(&mut self, command: &FeedbackCommand) -> Option<()> {
        match command {
            FeedbackCommand::Attributes {
                mode: BufferMode::Interleaved,
                captures,
                streams,
            } if streams.is_empty() => {
                let rows: Option<Vec<String>> = captures.iter().map(captured).collect();
                let (count, rows) = (captures.len(), rows?.join(", "));
                call!(
                    self,
                    "glTransformFeedbackAttribsNV({count}, (const GLint[]){{{rows}}}, GL_INTERLEAVED_ATTRIBS_NV)"
                );
            }
            FeedbackCommand::Object(object) => {
                while self.feedbacks < *object {
                    self.feedbacks += 1;
                    call!(self, "glGenTransformFeedbacks(1, &feedbacks[{}])", self.feedbacks);
                }
                call!(
                    self,
                    "glBindTransformFeedback(GL_TRANSFORM_FEEDBACK, feedbacks[{object}])"
                );
            }
            FeedbackCommand::Begin(primitive) => {
                let mode = match primitive {
                    Primitive::Point => "GL_POINTS",
                    Primitive::Line => "GL_LINES",
                    Primitive::Triangle => "GL_TRIANGLES",
                };
                call!(self, "glBeginTransformFeedback({mode})");
            }
            FeedbackCommand::End => call!(self, "glEndTransformFeedback()"),
            _ => return None,
        }
        Some(())
    }
}

/// An attribute, its components and its number, as TransformFeedbackAttribsNV takes them.
fn captured(capture: &Capture) -> Option<String> {
    let Capture::Attribute {
        attribute,
        components,
    } = capture
    else {
        return None;
    };
    let text = attribute.to_string();
    let name = text.split('[').next()?;
    let is_older = ["POSITION", "POINT_SIZE", "FOG_COORDINATE", "PRIMARY_COLOR"].contains(&name);
    let suffix = if is_older { "" } else { "_NV" };
    let number = attribute.number().unwrap_or(0);
    Some(format!("GL_{name}{suffix}, {components}, {number}"))
}

const fn access_name(access: AccessMode) -> &'static str {
    match access {
        AccessMode::ReadOnly => "GL_READ_ONLY",
        AccessMode::WriteOnly => "GL_WRITE_ONLY",
        AccessMode::ReadWrite => "GL_READ_WRITE",
    }
}
