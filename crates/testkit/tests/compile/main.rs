//! Shaders of random programs, handed to the compilers that the machine has: glslang for GLSL and HLSL, spirv-val for SPIR-V,
//! naga and tint for WGSL. What one of them refuses is our fault. Where one is not installed, its part is skipped.
#![allow(clippy::print_stderr, reason = "a test says what it found")]

mod referee;
mod shaders;

use quadrille::Session;
use quadrille::translate::{Packing, Target};
use quadrille_isa::gl::Stage;

use referee::{
    Folder, GLSL, GLSL_OF_VULKAN, HLSL_OF_FRAGMENTS, HLSL_OF_VERTICES, LINKED, Referee, SPIRV_OF_OPENGL,
    SPIRV_OF_VULKAN, TINT,
};
use shaders::{Shaders, shaders};

/// What glslang lacks of Direct3D 9: samplers and lookups, made of those of Direct3D 10.
const DIRECT3D9: &str = include_str!("direct3d9.hlsl");

/// Files that a compiler is given at once.
const BATCH: usize = 200;

/// source: GLSL 1.20 to 4.60, GLSL ES 1.00 to 3.10, SPIR-V 1.x, WGSL and HLSL, by compilers and validators of Khronos,
/// Mozilla and Chromium
#[test]
fn shaders_compile() {
    let number = |name: &str| {
        std::env::var(name)
            .ok()
            .and_then(|number| number.parse::<u64>().ok())
    };
    let rounds = number("FROM_TABLES").unwrap_or(150);
    let first = number("FIRST_SEED").unwrap_or(0);
    let session = Session::new();
    let folder = Folder::new();
    let mut alone = Vec::new();
    let mut judged_shaders = 0;
    let mut faults = Vec::new();
    for seed in first..first + rounds {
        for found in shaders(&session, seed) {
            let name = format!("{seed}-{}", found.target.row().name);
            let files = written(&folder, &name, &found);
            let fault = match found.target {
                Target::SpirvVulkan => each(SPIRV_OF_VULKAN, &folder, &files),
                Target::SpirvOpengl => each(SPIRV_OF_OPENGL, &folder, &files),
                Target::Wgsl => {
                    found
                        .stages
                        .iter()
                        .for_each(|(_, shader)| wgsl(&shader.text, &found.source));
                    each(TINT, &folder, &files)
                }
                // glslang does not parse `(float4[3])0`, which Direct3D's compilers do.
                Target::Hlsl if found.stages.iter().any(|stage| stage.1.text.contains("])0")) => None,
                Target::Hlsl | Target::HlslSm3 => files.iter().find_map(|file| {
                    let referee = if file.contains("-vert") {
                        HLSL_OF_VERTICES
                    } else {
                        HLSL_OF_FRAGMENTS
                    };
                    each(referee, &folder, std::slice::from_ref(file))
                }),
                // No compiler of these is where tests run. ARB programs are loaded by the checker, and by Mesa in tests of
                // pictures.
                Target::Msl | Target::ArbVp1 | Target::ArbFp1 | Target::Vp10 | Target::Vp11 => None,
                // glslang does not know this extension, which Mesa has.
                _ if found
                    .stages
                    .iter()
                    .any(|stage| stage.1.text.contains("GL_EXT_texture_array")) =>
                {
                    None
                }
                _ if found.packing == Packing::PushConstants => each(GLSL_OF_VULKAN, &folder, &files),
                // glslang links no two shaders of the compatibility profile, which Mesa does in tests of pictures.
                _ if files.len() == 2 && !found.target.is_compatible() => judged(LINKED, &folder, &files),
                _ => {
                    alone.extend(files);
                    None
                }
            };
            judged_shaders += found.stages.len();
            if let Some(fault) = fault {
                eprintln!("{name}: {fault}\n{}", found.source);
                faults.push(name);
            }
        }
        if alone.len() >= BATCH || seed + 1 == first + rounds {
            if let Some(fault) = judged(GLSL, &folder, &alone) {
                eprintln!("{fault}");
                faults.push(format!("files up to seed {seed}"));
            }
            alone.clear();
        }
    }
    eprintln!("{judged_shaders} shaders");
    assert!(faults.is_empty(), "{faults:?}");
}

/// The files of shaders, in a folder, by their names.
fn written(folder: &Folder, name: &str, found: &Shaders) -> Vec<String> {
    let stages = found.stages.iter();
    let files = stages.map(|(stage, shader)| {
        let stage = if *stage == Stage::Vertex { "vert" } else { "frag" };
        let (file, contents) = match &shader.words {
            Some(words) => {
                let bytes = words.iter().flat_map(|word| word.to_le_bytes()).collect();
                (format!("{name}-{stage}.spv"), bytes)
            }
            None if matches!(found.target, Target::Wgsl | Target::Hlsl | Target::HlslSm3) => {
                let ending = found.target.row().extension;
                let before = match found.target {
                    Target::HlslSm3 => DIRECT3D9,
                    _ => "",
                };
                let text = format!("{before}{}", shader.text);
                (format!("{name}-{stage}.{ending}"), text.into_bytes())
            }
            None => (format!("{name}.{stage}"), shader.text.clone().into_bytes()),
        };
        std::fs::write(folder.path.join(&file), contents).expect("a file");
        file
    });
    files.collect()
}

/// What a compiler says that takes one file.
fn each(referee: Referee, folder: &Folder, files: &[String]) -> Option<String> {
    let said = files
        .iter()
        .filter_map(|file| judged(referee, folder, std::slice::from_ref(file)));
    let said: Vec<String> = said.collect();
    (!said.is_empty()).then(|| said.join("\n"))
}

/// What a compiler says against files, which then go.
fn judged(referee: Referee, folder: &Folder, files: &[String]) -> Option<String> {
    let mut said = referee.complaint(folder, files).unwrap_or_default();
    if !said.is_empty() {
        // Which of many it was, each by itself tells.
        let mut shown = Vec::new();
        for file in files {
            let one = std::slice::from_ref(file);
            let own = if referee.links() {
                String::new()
            } else {
                referee.complaint(folder, one)?
            };
            if referee.links() || !own.is_empty() {
                let contents = std::fs::read(folder.path.join(file)).expect("our own file");
                let contents = if file.ends_with(".spv") {
                    Vec::new()
                } else {
                    contents
                };
                shown.push(format!("{file}: {own}\n{}", String::from_utf8_lossy(&contents)));
            }
        }
        let first = if referee.links() { said.as_str() } else { "" };
        said = format!("{first}\n{}", shown.join("\n"));
    }
    for file in files {
        std::fs::remove_file(folder.path.join(file)).expect("our own file");
    }
    (!said.is_empty()).then_some(said)
}

/// Reads WGSL back and validates it.
fn wgsl(text: &str, source: &str) {
    let module =
        naga::front::wgsl::parse_str(text).unwrap_or_else(|error| panic!("{error}\n{text}\n{source}"));
    let capabilities = naga::valid::Capabilities::all();
    naga::valid::Validator::new(naga::valid::ValidationFlags::all(), capabilities)
        .validate(&module)
        .unwrap_or_else(|error| panic!("{error:?}\n{text}\n{source}"));
}
