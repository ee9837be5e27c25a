//! A scene as calls of OpenGL in C, which `player.c` makes: its words are OpenGL's, and each command becomes what one who
//! writes C would call for it. Commands that no example has are not written.

mod draw;
mod memory;
mod state;
mod texture;

use std::collections::BTreeMap;
use std::fmt::Write;

use quadrille::Files;
use quadrille_base::Source;
use quadrille_scene::{
    BufferCommand, Command, PatchParameter, QueryCommand, Reading, Scene, Statement, VertexArray,
};

/// What the player has no calls for.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum Unwritten {
    #[error("no calls are written for `{0}`")]
    Command(String),
    #[error("{path}: {why}")]
    File { path: String, why: String },
}

/// The calls of some scenes, and the memory that their pointers lead to.
#[derive(Default)]
pub(crate) struct Calls {
    functions: String,
    rows: String,
    data: Vec<u8>,
    side: u32,
}

impl Calls {
    /// Adds a scene of a framebuffer of this size, by the name that the player knows it by.
    pub(crate) fn add(
        &mut self,
        source: &Source,
        scene: &Scene,
        files: &dyn Files,
        size: (u32, u32),
    ) -> Result<(), Unwritten> {
        let name = source.name();
        let function = name.replace(|letter: char| !letter.is_ascii_alphanumeric(), "_");
        let mut writer = Writer {
            code: String::new(),
            data: &mut self.data,
            source,
            scene,
            files,
            size,
            names: 0,
            textures: BTreeMap::new(),
            unit: 0,
            buffers: BTreeMap::new(),
            framebuffers: BTreeMap::new(),
            made: 0,
            drawn: 0,
            feedbacks: 0,
            columns: Vec::new(),
            arrays: BTreeMap::new(),
            current: BTreeMap::new(),
            cleared: Vec::new(),
            layer: 0,
            writes: false,
        };
        writer.scene()?;
        let code = writer.code;
        let _ = write!(self.functions, "static void {function}(void) {{\n{code}}}\n\n");
        let _ = writeln!(self.rows, "    {{\"{name}\", {function}}},");
        self.side = self.side.max(size.0).max(size.1);
        Ok(())
    }

    /// `scenes.h`, which the player includes.
    pub(crate) fn header(&self) -> String {
        let rows = &self.rows;
        format!(
            "#define SIDE {}\n\n{}static const struct {{\n    const char *name;\n    void (*draw)(void);\n}} scenes[] = {{\n{rows}}};\n",
            self.side, self.functions
        )
    }

    /// The file that the player's pointers lead into.
    pub(crate) fn data(&self) -> &[u8] {
        &self.data
    }
}

/// Vectors of floats of a vertex attribute: in a buffer, from a byte on, so many bytes apart.
#[derive(Clone, Copy)]
struct Column {
    location: u32,
    components: u32,
    buffer: u32,
    offset: u64,
    stride: u64,
}

struct Writer<'a> {
    code: String,
    data: &'a mut Vec<u8>,
    source: &'a Source,
    scene: &'a Scene,
    files: &'a dyn Files,
    size: (u32, u32),
    /// The last name that an object was given.
    names: u32,
    /// Names and targets of textures by their units, and the unit of the last.
    textures: BTreeMap<u32, (u32, &'static str)>,
    unit: u32,
    /// Names and sizes of buffers.
    buffers: BTreeMap<String, (u32, u64)>,
    /// Places in `framebuffers` by name, the last of them, and the one that is drawn into.
    framebuffers: BTreeMap<String, u32>,
    made: u32,
    drawn: u32,
    /// How many of `feedbacks` are there.
    feedbacks: u32,
    /// The arrays of `[vertex data]`, and those of commands.
    columns: Vec<Column>,
    arrays: BTreeMap<u32, VertexArray>,
    /// Current values that are not those of a new context.
    current: BTreeMap<u32, [f32; 4]>,
    /// The buffers that `clear` clears.
    cleared: Vec<&'static str>,
    /// The layer that is read.
    layer: u32,
    /// Whether programs may write memory.
    writes: bool,
}

/// A call, with a look at its error.
macro_rules! call {
    ($writer:expr, $($call:tt)*) => {{
        let call = format!($($call)*);
        let _ = std::fmt::Write::write_fmt(&mut $writer.code, format_args!("    DO({call});\n"));
    }};
}

/// A line without one: between Begin and End, or of the player's own words.
macro_rules! line {
    ($writer:expr, $($line:tt)*) => {{
        let line = format!($($line)*);
        let _ = std::fmt::Write::write_fmt(&mut $writer.code, format_args!("    {line};\n"));
    }};
}

use {call, line};

impl Writer<'_> {
    fn name(&mut self) -> u32 {
        self.names += 1;
        self.names
    }

    /// Memory of the player with these bytes.
    fn pointer(&mut self, bytes: &[u8]) -> String {
        self.data.resize(self.data.len().next_multiple_of(16), 0);
        let at = self.data.len();
        self.data.extend_from_slice(bytes);
        format!("data + {at}")
    }

    fn scene(&mut self) -> Result<(), Unwritten> {
        let (width, height) = self.size;
        self.own_framebuffer();
        call!(self, "glViewport(0, 0, {width}, {height})");
        call!(self, "glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT)");
        let scene = self.scene;
        for program in &scene.programs {
            self.program(program.kind, self.source.slice(program.span))?;
        }
        self.vertex_data();
        for statement in &scene.statements {
            let text = self.source.slice(statement.span);
            self.statement(statement, text)?
                .ok_or_else(|| Unwritten::Command(text.to_owned()))?;
        }
        // The buffers that the scene looks at.
        for statement in &scene.statements {
            if let Command::Buffer(BufferCommand::Probe { name, .. }) = &statement.command
                && let Some((buffer, size)) = self.buffers.remove(name)
            {
                line!(self, "contents(\"{name}\", {buffer}, {size})");
            }
        }
        Ok(())
    }

    /// A command; nothing if there are no calls for it.
    fn statement(&mut self, statement: &Statement, text: &str) -> Result<Option<()>, Unwritten> {
        let (width, height) = self.size;
        match &statement.command {
            Command::DrawRect {
                rect,
                texture,
                patch: false,
                instances: 1,
                ortho: false,
            } => self.draw_rect(*rect, *texture),
            Command::DrawArrays {
                mode,
                first,
                count,
                instances,
            } => return Ok(self.draw_arrays(mode, *first, *count, *instances)),
            Command::Draw(draw) => return Ok(self.draw_stored(draw)),
            Command::DrawMesh { path } => return self.draw_mesh(path),
            Command::VertexArray(location, Some(array)) => {
                self.arrays.insert(*location, array.clone());
            }
            Command::Patch(PatchParameter::Vertices(count)) => {
                call!(self, "glPatchParameteri(GL_PATCH_VERTICES, {count})");
            }
            Command::Ortho(Some([left, right, bottom, top])) => {
                call!(self, "glMatrixMode(GL_PROJECTION)");
                call!(self, "glLoadIdentity()");
                call!(self, "glOrtho({left:?}, {right:?}, {bottom:?}, {top:?}, -1, 1)");
                call!(self, "glMatrixMode(GL_MODELVIEW)");
                call!(self, "glLoadIdentity()");
            }
            Command::Perspective([angle, near, far]) => {
                line!(
                    self,
                    "perspective({angle:?}, {width}.0 / {height}, {near:?}, {far:?})"
                );
            }
            Command::LookAt(vectors) => {
                let vector = |[x, y, z]: [f32; 3]| format!("(const double[]){{{x:?}, {y:?}, {z:?}}}");
                let [eye, center, up] = vectors.map(vector);
                line!(self, "look_at({eye}, {center}, {up})");
            }
            Command::Translate([x, y, z]) => call!(self, "glTranslatef({x:?}, {y:?}, {z:?})"),
            Command::Rotate([degrees, x, y, z]) => {
                call!(self, "glRotatef({degrees:?}, {x:?}, {y:?}, {z:?})");
            }
            Command::Matrix {
                name,
                index,
                values: None,
            } if name == "program" => line!(self, "program_matrix({index})"),
            Command::ClearColor(color) => {
                call!(self, "glClearColor({})", list(color));
                self.cleared.push("GL_COLOR_BUFFER_BIT");
            }
            Command::ClearDepth(depth) => {
                call!(self, "glClearDepth({depth:?})");
                self.cleared.push("GL_DEPTH_BUFFER_BIT");
            }
            Command::Clear => call!(self, "glClear({})", self.cleared.join(" | ")),
            Command::Color(color) => {
                self.current.insert(3, *color);
                self.again(3);
            }
            Command::Parameter(target, index, value) => return Ok(self.parameter(*target, *index, value)),
            Command::Enable(name, true) => call!(self, "glEnable({})", gl(name)),
            Command::Enable(name, false) => call!(self, "glDisable({})", gl(name)),
            Command::Texture(unit, make) => return self.texture(*unit, make),
            Command::TexParameter { name, value } => return Ok(self.texture_parameter(name, value)),
            Command::State(state) => return Ok(self.state(state, text)),
            Command::Framebuffer(command) => return Ok(self.framebuffer(command)),
            Command::Buffer(command) => return Ok(self.buffer_command(command)),
            Command::Barrier(_) => call!(self, "glMemoryBarrier(GL_ALL_BARRIER_BITS)"),
            Command::Feedback(command) => return Ok(self.feedback(command)),
            Command::Query(QueryCommand::Begin {
                query,
                target,
                stream: 0,
            }) => call!(self, "glBeginQuery({}, {query})", gl(target)),
            Command::Query(QueryCommand::End { target, stream: 0 }) => {
                call!(self, "glEndQuery({})", gl(target));
            }
            Command::Query(QueryCommand::Probe { query, value }) => line!(self, "counted({query}, {value})"),
            Command::Read(Reading::Layer(layer)) => self.layer = *layer,
            Command::Output(path) => self.output(path),
            // Pictures are compared whole.
            Command::Probe { .. } | Command::Tolerance(_) | Command::NoEffect => {}
            _ => return Ok(None),
        }
        Ok(Some(()))
    }
}

/// A name of GL as headers of C have it.
fn gl(name: &str) -> String {
    let upper = name.to_ascii_uppercase();
    let bare = upper.strip_prefix("GL_").unwrap_or(&upper);
    let suffix = if bare.ends_with("_PROGRAM") { "_ARB" } else { "" };
    format!("GL_{bare}{suffix}")
}

/// Numbers as arguments.
fn list(numbers: &[f32]) -> String {
    let texts: Vec<String> = numbers.iter().map(|number| format!("{number:?}")).collect();
    texts.join(", ")
}
