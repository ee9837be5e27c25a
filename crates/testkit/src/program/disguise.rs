//! The same program under other names, with comments: words that shading languages keep, names that differ in little,
//! very long ones, and text that ends or begins a comment elsewhere.

use quadrille::Session;
use quadrille_syntax::lexer::TokenKind;
use quadrille_syntax::{Lexis, lex};

use crate::choices::Choices;

/// The names of variables of the [writer](super::Writer).
const NAMES: [&str; 20] = [
    "t0", "t1", "t2", "t3", "c", "rounds", "few", "n", "w", "x", "l0", "l1", "m", "v", "s0", "a", "p", "o",
    "constant", "storage",
];

/// Words of GLSL, GLSL ES, WGSL, HLSL, MSL and their libraries, names of what translations add, and names that are
/// hard to keep apart.
const WORDS: &str = "
vec4 float int bool mat4 if for while return discard attribute varying uniform in out inout const struct void main
precise precision highp mediump lowp flat smooth centroid sample patch invariant layout buffer shared coherent volatile
texture texture2D sampler sampler2D image2D atomic_uint subroutine filter active input output common partition half
double long short unsigned goto union enum class template this packed resource external interface noise1 dot cross
mix clamp fract exp2 inversesqrt dFdx fma ldexp roundEven floatBitsToInt isnan mod frexp any all not equal
location binding std140 std430 offset set index push_constant row_major defined define line version extension GL_ES
GL_x GL_core_profile gl_Position gl_FragCoord gl_x __LINE__ __VERSION__ __ a__b _ __x_ $ $$ a$b _1 A a0_ R_ GL_
fn var let loop continuing switch case default break continue override alias struct_ true false i32 u32 f32 vec4f ptr
private workgroup function storage_ read write read_write array bitcast select vertex fragment compute enable diagnostic
const_assert requires yield await async mut self Self impl trait type typeof use pub mod where match move ref static
cbuffer tbuffer SamplerState Texture2D RWTexture2D float4 float4x4 int4 uint4 half4 min16float saturate lerp rsqrt frac
ddx clip asfloat asuint mul pass technique register packoffset nointerpolation linear point triangle lineadj stage
SV_Position SV_Target NULL groupshared export dword fixed4 string vector matrix snorm unorm
metal device thread threadgroup constant kernel constexpr namespace using auto decltype nullptr new delete operator char
size_t uint8_t ushort bool4 packed_float4 as_type simd_sum M_PI_F INFINITY NAN FLT_MAX INT_MIN and or xor bitand compl
position point_size color o_color0 o_color v_color v_texcoord0 u_vertex_local u_fragment_local u_fragment_env texture0
vertex_parameters VertexParameters fragment_parameters state_fog_color clip0 depth library round_even is_nan a_attrib8
x_ xx xyz rgba stpq r g b s t q temp Temp TEMP0 tEmp result_ R0 R0_ R0_1 R0_2 r0 rO c_at element block index_ state
";

/// Texts of comments.
const COMMENTS: [&str; 20] = [
    "\\",
    "ends in \\ ",
    "*/",
    "/*",
    "// /* */ */",
    "#version 100",
    "#define vec4 int",
    "#line 1 \"x\"",
    "??/",
    "\u{e9} \u{2200} \u{6f22} \u{1f600}",
    "\u{feff}\u{202e}\u{2028}\u{2029}\u{85}",
    "\t\u{b}\u{c}\u{7f}\u{1b}",
    "\u{0}",
    "END",
    "# # #",
    "${x} `y` \"z\" 'w",
    "}",
    "{",
    "void main() {",
    "",
];

/// Longer than any implementation has to take.
const LONG: usize = 1500;

/// The program of a text under other names and with comments; it loads as the text does.
pub fn disguised(session: &Session, text: &str, choices: &mut Choices<'_>) -> String {
    let mut text = text.to_owned();
    let words: Vec<&str> = WORDS.split_ascii_whitespace().collect();
    let long = "long_".repeat(LONG / 5);
    for (number, name) in NAMES.iter().enumerate() {
        let other = match choices.below(12) {
            0 => format!("{long}{number}"),
            1 => (*name).to_uppercase(),
            2 => continue,
            _ => choices.one_of(&words).to_owned(),
        };
        // A word that the language keeps, or that another variable has, is none of its names; a label of this name is
        // where programs begin.
        let begins = other == "main" && text.contains(&format!("{name}:"));
        let renamed = renamed(&text, name, &other);
        if !begins && renamed != text && !is_word(&text, &other) && session.load("renamed", &renamed).is_ok()
        {
            text = renamed;
        }
    }
    let commented = commented(&text, choices);
    match session.load("commented", &commented) {
        Ok(_) => commented,
        Err(_) => text,
    }
}

/// Whether a word stands in a text.
fn is_word(text: &str, word: &str) -> bool {
    let tokens = lex(text, Lexis::Assembly);
    tokens.iter().any(|token| &text[token.span.range()] == word)
}

/// The text with another name for a variable; a selector is none.
fn renamed(text: &str, name: &str, other: &str) -> String {
    let mut renamed = String::with_capacity(text.len());
    let mut is_selector = false;
    for token in lex(text, Lexis::Assembly) {
        let word = &text[token.span.range()];
        let is_name = token.kind == TokenKind::Word && word == name && !is_selector;
        renamed += if is_name { other } else { word };
        is_selector = token.kind == TokenKind::Dot;
    }
    renamed
}

/// The text with comments behind some lines, and between some.
fn commented(text: &str, choices: &mut Choices<'_>) -> String {
    let mut commented = String::with_capacity(2 * text.len());
    for line in text.lines() {
        commented += line;
        let comment = choices.one_of(&COMMENTS);
        commented += &match choices.below(8) {
            0 => format!(" # {comment}\n"),
            1 => format!("\n#{comment}\n"),
            2 => format!("\r\n  #{comment} #{comment}\r\n"),
            _ => "\n".to_owned(),
        };
    }
    commented
}
