//! The state that draws depend on, as packets set it.

use crate::list::Packet;
use crate::list::packet::{ConfigurationBits, GlShaderState, VgInlineShader};
use crate::raster::Rectangle;
use crate::tile::access::DepthTest;

/// Where the shaders of draws come from.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) enum Shader {
    #[default]
    None,
    /// Address of the record.
    Nv(u32),
    Gl(GlShaderState),
    /// Address of the record.
    Vg(u32),
    VgInline(VgInlineShader),
}

/// The state of draws.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct State {
    pub(super) shader: Shader,
    pub(super) configuration: ConfigurationBits,
    /// A bit for each varying that is flat.
    pub(super) flat: u32,
    pub(super) point_size: f32,
    pub(super) line_width: f32,
    /// Factor and units.
    pub(super) depth_offset: (f32, f32),
    pub(super) clip: Rectangle,
    /// In sixteenths of a pixel.
    pub(super) viewport: (i32, i32),
    /// In sixteenths of a pixel.
    pub(super) half_size: (f32, f32),
    /// Scale and offset.
    pub(super) clipper_z: (f32, f32),
    pub(super) z_planes: (f32, f32),
    /// The column that trapezoids reach to, in sixteenths of a pixel, before the viewport's offset.
    pub(super) right: i32,
}

impl Default for State {
    fn default() -> State {
        State {
            shader: Shader::None,
            configuration: ConfigurationBits::default(),
            flat: 0,
            point_size: 1.0,
            line_width: 1.0,
            depth_offset: (0.0, 0.0),
            clip: Rectangle {
                left: 0,
                bottom: 0,
                right: 1 << 16,
                top: 1 << 16,
            },
            viewport: (0, 0),
            half_size: (0.0, 0.0),
            clipper_z: (0.5, 0.5),
            z_planes: (0.0, 1.0),
            right: 0,
        }
    }
}

/// Kinds of packets that set state, each with a number.
pub(super) const SLOTS: usize = 11;

/// The slot of the state that a packet sets; shaders share one.
pub(super) fn slot(packet: &Packet) -> Option<usize> {
    Some(match packet {
        Packet::GlShaderState(_)
        | Packet::NvShaderState(_)
        | Packet::VgShaderState(_)
        | Packet::VgInlineShader(_) => 0,
        Packet::ConfigurationBits(_) => 1,
        Packet::FlatShadeFlags(_) => 2,
        Packet::PointSize(_) => 3,
        Packet::LineWidth(_) => 4,
        Packet::RhtXBoundary(_) => 5,
        Packet::DepthOffset(_) => 6,
        Packet::ClipWindow(_) => 7,
        Packet::ViewportOffset(_) => 8,
        Packet::ZClipPlanes(_) => 9,
        Packet::ClipperXyScale(_) | Packet::ClipperZ(_) => 10,
        _ => return None,
    })
}

impl State {
    /// Acts on a packet; whether it was one that sets state.
    pub(super) fn set(&mut self, packet: &Packet) -> bool {
        match *packet {
            Packet::GlShaderState(shader) => self.shader = Shader::Gl(shader),
            Packet::NvShaderState(shader) => self.shader = Shader::Nv(shader.address),
            Packet::VgShaderState(shader) => self.shader = Shader::Vg(shader.address),
            Packet::VgInlineShader(shader) => self.shader = Shader::VgInline(shader),
            Packet::ConfigurationBits(bits) => self.configuration = bits,
            Packet::FlatShadeFlags(flags) => self.flat = flags.flags,
            Packet::PointSize(point) => self.point_size = point.size,
            Packet::LineWidth(line) => self.line_width = line.width,
            Packet::RhtXBoundary(boundary) => self.right = i32::from(boundary.x),
            Packet::DepthOffset(offset) => self.depth_offset = (offset.factor, offset.units),
            Packet::ClipWindow(window) => {
                let [left, bottom, width, height] =
                    [window.left, window.bottom, window.width, window.height].map(i32::from);
                self.clip = Rectangle {
                    left,
                    bottom,
                    right: left + width,
                    top: bottom + height,
                };
            }
            Packet::ViewportOffset(offset) => {
                self.viewport = (i32::from(offset.x), i32::from(offset.y));
            }
            Packet::ZClipPlanes(planes) => self.z_planes = (planes.min, planes.max),
            Packet::ClipperXyScale(scale) => self.half_size = (scale.half_width, scale.half_height),
            Packet::ClipperZ(z) => self.clipper_z = (z.scale, z.offset),
            _ => return false,
        }
        true
    }

    /// The column that trapezoids reach to, in sixteenths of a pixel.
    pub(super) fn boundary(&self) -> i32 {
        self.right + self.viewport.0
    }

    /// The depth test of primitives. A shader that writes no Z has none.
    pub(super) fn depth_test(&self) -> DepthTest {
        DepthTest {
            function: self.configuration.depth,
            write: self.configuration.z_write,
        }
    }

    /// Whether a triangle that faces this way is drawn.
    pub(super) fn is_drawn(&self, is_back: bool) -> bool {
        if is_back {
            self.configuration.back
        } else {
            self.configuration.front
        }
    }
}
