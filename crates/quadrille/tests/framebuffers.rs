//! Framebuffers of a canvas: textures and renderbuffers, by the library's own calls, on every engine and any number of
//! threads.

use quadrille::state::{Blend, BlendFactor, OwnOutput};
use quadrille::texture::{Extent, Format, Image, ObjectTarget, Sampler, Texture};
use quadrille::{
    Attachment, AttachmentError, AttachmentPoint, Attachments, BlitError, BlitRegion, Canvas, CanvasError,
    CanvasOptions, DepthFormat, Elements, FramebufferId, FramebufferTarget, ImageLevel, RenderbufferFormat,
    Session, Topology, attribute,
};

const SIZE: u32 = 100;

fn empty(format: Format) -> Texture {
    let mut texture = Texture::new(ObjectTarget::TwoDimensional);
    let limits = *texture.limits();
    let image = Image::zeroed(format, Extent::new(SIZE, SIZE, 1), 1, &limits).expect("it is small");
    texture.set_image(0, 0, image).expect("it fits");
    texture
}

fn of_unit(unit: usize) -> Option<Attachment> {
    let image = ImageLevel {
        layer: Some(0),
        ..ImageLevel::whole(unit, ObjectTarget::TwoDimensional)
    };
    Some(Attachment::Texture(image))
}

fn renderbuffer(format: RenderbufferFormat) -> Option<Attachment> {
    Some(Attachment::Renderbuffer {
        format,
        size: [SIZE; 2],
        samples: 1,
    })
}

const WRITES: &str = "!!NVfp5.0
OPTION ARB_draw_buffers;
OPTION ARB_blend_func_extended;
MUL.F result.color[0].primary, fragment.color, 0.75;
MOV.F result.color[0].secondary, fragment.color.yzxw;
MOV.F result.color[1].primary, fragment.color;
MOV.F result.color[2].primary, fragment.color;
TRUNC.S result.color[3].primary, fragment.position;
END";

/// Overlapping triangles, in every format at once.
fn draw(canvas: &mut Canvas) {
    let mut positions = Vec::new();
    let mut colors = Vec::new();
    for at in 0..60 {
        let angle = at as f32 * 2.4;
        for corner in 0..3 {
            let (radius, turn) = (0.2 + 0.013 * at as f32, angle + 2.1 * corner as f32);
            positions.extend([turn.cos() * radius, turn.sin() * radius, 0.9 - 0.02 * at as f32]);
            colors.extend([
                0.1 * corner as f32,
                0.016 * at as f32,
                0.5,
                0.3 + 0.2 * corner as f32,
            ]);
        }
    }
    let arrays = quadrille::Arrays::default()
        .with(attribute::POSITION, 3, &positions)
        .with(attribute::COLOR, 4, &colors);
    let elements = Elements::Range { first: 0, count: 180 };
    canvas
        .draw_arrays(Topology::Triangles, arrays, elements)
        .expect("it draws");
}

const FORMATS: [Format; 4] = [
    Format::Rgb10A2,
    Format::Rg16,
    Format::Srgb8Alpha8,
    Format::Rgba16I,
];

fn drawn(session: &Session, threads: usize) -> Vec<Vec<u8>> {
    let options = CanvasOptions {
        threads,
        ..CanvasOptions::new(SIZE, SIZE)
    };
    let mut canvas = session.canvas_with(&options).expect("it is small");
    for (unit, format) in FORMATS.into_iter().enumerate() {
        canvas
            .set_texture(unit, empty(format), Sampler::nearest())
            .expect("there is such a unit");
    }
    let attachments = Attachments {
        colors: (0..4).map(of_unit).collect(),
        depth: renderbuffer(RenderbufferFormat::Depth(DepthFormat::Depth16)),
        stencil: None,
    };
    let id = canvas.create_framebuffer(&attachments).expect("it is complete");
    canvas
        .bind_framebuffer(FramebufferTarget::Both, id)
        .expect("it is there");
    let program = session.load("writes", WRITES).expect("it loads");
    canvas.bind(&program).expect("draws have such a stage");
    canvas.state.depth.enabled = true;
    canvas.state.framebuffer_srgb = true;
    let blend = |source, destination| OwnOutput {
        blend: Some(Blend {
            enabled: true,
            source: [source; 2],
            destination: [destination; 2],
            ..Blend::default()
        }),
        color_mask: None,
    };
    canvas.state.own_outputs[0] = blend(BlendFactor::Source1Color, BlendFactor::OneMinusSource1Alpha);
    canvas.state.own_outputs[2] = blend(BlendFactor::SourceAlpha, BlendFactor::OneMinusSourceAlpha);
    canvas.state.own_outputs[1].color_mask = Some(0b0010);
    canvas.state.polygon.smooth = true;
    draw(&mut canvas);
    (0..4)
        .map(|unit| {
            let bound = canvas
                .texture(unit, ObjectTarget::TwoDimensional)
                .expect("there is room");
            let image = bound
                .expect("it is bound")
                .texture()
                .image(0, 0)
                .expect("it has a level")
                .clone();
            image.bytes().to_vec()
        })
        .collect()
}

/// source: the reference engine on one thread
#[test]
fn engines_and_threads_draw_the_same() {
    let reference = Session::new()
        .engine("reference")
        .expect("there is such an engine");
    let wanted = drawn(&reference, 1);
    for bytes in &wanted {
        assert!(bytes.iter().any(|byte| *byte != 0));
    }
    for engine in ["reference", "wide"] {
        let session = Session::new().engine(engine).expect("there is such an engine");
        for threads in [1, 2, 3] {
            assert!(drawn(&session, threads) == wanted, "{engine}, {threads} threads");
        }
    }
}

/// source: EXT_framebuffer_object 4.4.4.2, and what `attach` says
#[test]
fn attachments_change() {
    let session = Session::new();
    let mut canvas = session.canvas(SIZE, SIZE).expect("it is small");
    let create = |canvas: &mut Canvas, attachments: Attachments| canvas.create_framebuffer(&attachments);
    let error = |made: Result<FramebufferId, CanvasError>| match made {
        Err(CanvasError::Attachment(error)) => error,
        other => panic!("{other:?}"),
    };
    assert_eq!(
        error(create(&mut canvas, Attachments::default())),
        AttachmentError::Missing
    );
    let colors = vec![of_unit(0)];
    let absent = Attachments {
        colors: colors.clone(),
        ..Attachments::default()
    };
    assert_eq!(
        error(create(&mut canvas, absent.clone())),
        AttachmentError::Absent
    );
    canvas
        .set_texture(0, empty(Format::Rgba8), Sampler::nearest())
        .expect("there is such a unit");
    let sampled = Some(Attachment::Renderbuffer {
        format: RenderbufferFormat::Stencil,
        size: [SIZE, SIZE],
        samples: 4,
    });
    let shapes = Attachments {
        colors,
        depth: None,
        stencil: sampled,
    };
    assert_eq!(error(create(&mut canvas, shapes)), AttachmentError::Shapes);
    assert!(matches!(
        canvas.attach(AttachmentPoint::Depth, None),
        Err(CanvasError::Attachment(AttachmentError::Own))
    ));
    let id = create(&mut canvas, absent).expect("it is complete");
    canvas
        .bind_framebuffer(FramebufferTarget::Draw, id)
        .expect("it is there");
    let depth = renderbuffer(RenderbufferFormat::DepthStencil(DepthFormat::Depth24));
    canvas.attach(AttachmentPoint::Depth, depth).expect("it fits");
    canvas.clear(&quadrille::Clear {
        color: Some([1.0, 0.0, 0.0, 1.0]),
        depth: Some(0.25),
        stencil: Some(3),
    });
    let second = renderbuffer(RenderbufferFormat::Color(Format::R16F));
    canvas.attach(AttachmentPoint::Color(2), second).expect("it fits");
    // What was there stays, and is not written by the new draw buffers until they are set.
    assert_eq!(canvas.draw_framebuffer().color(0, 5, 5), [1.0, 0.0, 0.0, 1.0]);
    assert!((canvas.draw_framebuffer().depth(5, 5).expect("it has depth") - 0.25).abs() < 1e-6);
    assert_eq!(canvas.draw_framebuffer().stencil(5, 5), Some(3));
    assert_eq!(canvas.state.draw_buffers, [Some(0)]);
    canvas
        .set_draw_buffers(&[None, Some(2)])
        .expect("there is such an attachment");
    assert_eq!(canvas.state.draw_buffers, [None, Some(1)]);
    assert!(canvas.set_draw_buffers(&[Some(1)]).is_err());
    // The canvas's own was not touched, and is drawn into again when the other is deleted.
    assert_eq!(canvas.framebuffer().color(0, 5, 5), [0.0; 4]);
    canvas.delete_framebuffer(id).expect("there is room");
    assert_eq!(canvas.bound_framebuffers(), [FramebufferId::OWN; 2]);
    assert_eq!(canvas.state.draw_buffers, [Some(0)]);
    assert!(canvas.bind_framebuffer(FramebufferTarget::Both, id).is_err());
    let region = BlitRegion {
        source: [0, 0, 5, 5],
        destination: [5, 5, 0, 0],
        color: false,
        depth: true,
        stencil: false,
        linear: true,
    };
    assert!(matches!(
        canvas.blit(&region),
        Err(CanvasError::Blit(BlitError::LinearDepth))
    ));
}
