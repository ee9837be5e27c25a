//! Comments through a library that knows none: before a statement that has some, a local variable takes the number of each,
//! and in the text that comes out those lines become the comments.

use crate::form::{Block, Expression, Root, Shader, Statement, Type};
use crate::printer::plain;

/// What goes into a module for the comments of a shader.
pub(super) struct Remarks {
    /// The name of the variable.
    name: String,
    /// The comments, by number.
    comments: Vec<String>,
}

impl Remarks {
    /// Puts marks into a shader.
    pub(super) fn mark(shader: &mut Shader) -> Remarks {
        let mut remarks = Remarks {
            name: "remark".to_owned(),
            comments: Vec::new(),
        };
        // Nothing of the program may be taken for it.
        let text = shader
            .listing
            .as_ref()
            .map_or("", |listing| listing.text.as_str());
        while text.contains(&remarks.name) {
            remarks.name.push_str("_here");
        }
        let closing = shader.closing.clone();
        let last = shader.functions.len().saturating_sub(1);
        for (at, function) in shader.functions.iter_mut().enumerate() {
            let before = remarks.comments.len();
            let root = Root::Local(function.locals.len() as u32);
            remarks.block(&mut function.body, root);
            if at == last {
                for comment in &closing {
                    function.body.push(remarks.one(comment, root));
                }
            }
            if remarks.comments.len() > before {
                function.locals.push((remarks.name.clone(), Type::INT));
            }
        }
        remarks
    }

    fn block(&mut self, block: &mut Block, root: Root) {
        for mut statement in std::mem::take(block) {
            for comment in statement.before.iter().chain(&statement.after) {
                block.push(self.one(comment, root));
            }
            for inner in statement.blocks_mut() {
                self.block(inner, root);
            }
            block.push(statement);
        }
    }

    /// The mark of a comment.
    fn one(&mut self, comment: &str, root: Root) -> Statement {
        let number = self.comments.len() as i32;
        self.comments.push(plain(comment));
        Statement::assign(root, None, Expression::int(number))
    }

    /// The text with comments in the place of marks, under what opens the shader.
    pub(super) fn put(&self, shader: &Shader, text: &str) -> String {
        let mut with = format!("// From {}.\n", shader.header);
        for comment in &shader.preamble {
            with.push_str(&format!("// {}\n", plain(comment)));
        }
        with.push('\n');
        for line in text.lines() {
            let trimmed = line.trim_start();
            let words = trimmed
                .strip_prefix(&self.name)
                .filter(|_| !self.comments.is_empty());
            let digits = words.and_then(|words| words.strip_prefix(" = ")).map(|value| {
                let digits = value.chars().filter(char::is_ascii_digit);
                digits.collect::<String>()
            });
            let number = digits.and_then(|digits| digits.parse::<usize>().ok());
            if let Some(comment) = number.and_then(|number| self.comments.get(number)) {
                let margin = &line[..line.len() - trimmed.len()];
                with.push_str(&format!("{margin}// {comment}\n"));
            } else if !self.is_declaration(trimmed) {
                with.push_str(line);
                with.push('\n');
            }
        }
        with
    }

    /// Whether a line declares the variable: `var remark: i32;`, `int remark = (int)0;`, `int remark = {};`.
    fn is_declaration(&self, line: &str) -> bool {
        let Some((kind, rest)) = line.split_once(' ') else {
            return false;
        };
        let Some(rest) = rest.strip_prefix(&self.name) else {
            return false;
        };
        !self.comments.is_empty()
            && matches!(kind, "var" | "int")
            && matches!(rest.as_bytes().first(), Some(b':' | b' '))
    }
}
