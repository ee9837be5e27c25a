//! Fragment programs over areas of pixels.

use quadrille_vc4::asm::{NoIncludes, Options, assemble};
use quadrille_vc4::list::CompareFunction;
use quadrille_vc4::machine::fragments::{Area, BUFFERS, FragmentJob, Gradient, Pixels};
use quadrille_vc4::machine::{End, FindingKind, Limits, Outcome, Profile};
use quadrille_vc4::tile::{ClearValues, DepthTest};
use quadrille_vc4::tmu::{ImageFilter, Parameters, TextureType};

fn job(text: &str, (width, height): (u32, u32)) -> FragmentJob {
    let assembly = assemble("test", text, &Options::default(), &mut NoIncludes);
    assert!(assembly.is_complete(), "{:#?}", assembly.diagnostics);
    FragmentJob {
        program: assembly.words,
        uniforms: Vec::new(),
        buffers: Vec::new(),
        area: Area {
            x: 64,
            y: 128,
            width,
            height,
        },
        varyings: Vec::new(),
        w: Gradient::flat(1.0),
        z: Gradient::flat(0.0),
        clear: ClearValues::default(),
        depth: DepthTest::default(),
    }
}

fn run(job: &FragmentJob) -> (Outcome, Pixels) {
    let (outcome, pixels) = job
        .run(Profile::raspberry_pi(), Limits::default(), &mut ())
        .unwrap();
    assert_eq!(outcome.end, End::Finished);
    (outcome, pixels)
}

/// source: the words of PeterLemon/RaspberryPi's texture demonstration: a texture laid over an area of its own size,
/// nearest, is the area's picture. The last two words are the delay slots.
#[test]
fn a_published_shader_shows_its_texture() {
    let text = "
    .word 0x203E3037, 0x100049E0 ; S * W
    .word 0x213E3177, 0x40024821
    .word 0x019E7340, 0x10020E67
    .word 0x159E7000, 0x10020E27
    .word 0x009E7000, 0xA00009E7
    .word 0x159E7900, 0x30020BA7
    .word 0x009E7000, 0x100009E7
    .word 0x009E7000, 0x100009E7
    ";
    let (width, height) = (40, 37);
    let picture: Vec<u8> = (0..4 * width * height).map(|n| (n * 7 + n / 160) as u8).collect();
    for w in [1.0, 0.25] {
        let mut job = job(text, (width, height));
        let mut parameters = Parameters::decode(BUFFERS, 0, &[]);
        parameters.size = (width, height);
        parameters.magnify = ImageFilter::Nearest;
        parameters.minify = Parameters::decode(0, 1 << 4, &[]).minify;
        let texture_type = TextureType::Rgba8888;
        let texture = quadrille_vc4::tmu::Texture::new(parameters).unwrap();
        let plane = texture.levels()[0].plane;
        job.buffers = vec![(BUFFERS, texture_type.encode(&plane, (width, height), &picture))];
        job.uniforms = parameters.encode();
        job.varyings = vec![
            Gradient {
                start: 0.0,
                right: 1.0,
                down: 0.0,
            },
            Gradient {
                start: 0.0,
                right: 0.0,
                down: 1.0,
            },
        ];
        job.w = Gradient::flat(w);
        let (outcome, pixels) = run(&job);
        // The wait for the scoreboard is in the second instruction, where the guide has none.
        let mut kinds = outcome.findings.iter().map(|finding| finding.kind);
        assert!(kinds.all(|kind| kind == FindingKind::ScoreboardEarly));
        assert!(pixels.rgba == picture);
        assert_eq!(pixels.unwritten, 0);
    }
}

/// source: guide, section 3: X and Y are those of the pixels; two threads run where the program switches.
#[test]
fn threads_share_a_qpu() {
    let text = "
    mov r0, x_coord
    nop
    mov ra1, r0 ; nop ; thrsw
    nop
    nop
    nop ; nop ; lthrsw
    nop
    nop
    mov r1, y_coord
    shl r1, r1, 8
    or tlbc, ra1, r1
    nop ; nop ; thrend
    nop
    nop
    ";
    let (_, pixels) = run(&job(text, (6, 3)));
    for (n, pixel) in pixels.rgba.chunks_exact(4).enumerate() {
        let (x, y) = (64 + n % 6, 128 + n / 6);
        assert_eq!(pixel, [x as u8, y as u8, 0, 0], "{n}");
    }
}

/// source: guide, section 3 (signals): 8 brings the colour of the tile buffer to r4: what it was cleared to, then what the program
/// itself wrote.
#[test]
fn colours_are_read_back() {
    let text = "nop\nnop\nnop ; nop ; sbwait\nnop ; nop ; loadc\nadd tlbc, r4, 2\nnop ; nop ; loadc\nadd tlbc, r4, 1\n\
                nop ; nop ; thrend\nnop\nnop";
    let mut job = job(text, (8, 4));
    job.clear.colours = [0x1000_0000; 2];
    let (outcome, pixels) = run(&job);
    assert_eq!(outcome.findings, []);
    assert_eq!(
        (pixels.unwritten, &pixels.rgba[..]),
        (0, [3, 0, 0, 0x10].repeat(32).as_slice())
    );
}

/// source: OpenGL ES 2.0, section 4.1.5: of a depth that grows from 0 to 1 to the right, what is less than 0.5 passes.
#[test]
fn the_depth_test_masks_pixels() {
    let text = "nop\nnop\nnop ; nop ; sbwait\nmov tlbz, rb15\nnop\nnop\nldi tlbc, 0xff0000ff\nnop ; nop ; thrend\nnop\nnop";
    let mut job = job(text, (8, 4));
    job.z = Gradient {
        start: 0.0,
        right: 1.0,
        down: 0.0,
    };
    job.clear.depth = 0x7f_ffff;
    job.depth = DepthTest {
        function: CompareFunction::Less,
        write: true,
    };
    let (outcome, pixels) = run(&job);
    assert_eq!(outcome.findings, []);
    let row: Vec<u8> = pixels.rgba[..32].chunks(4).map(|pixel| pixel[0]).collect();
    assert_eq!(row, [255, 255, 255, 255, 0, 0, 0, 0]);
    assert_eq!(pixels.unwritten, 16);
}
