//! A page: prose with fenced blocks.

use std::collections::BTreeMap;
use std::path::Path;

/// A fenced block.
pub(crate) struct Block {
    /// The line of its fence, from 1.
    pub(crate) line: usize,
    /// What stands behind the fence.
    pub(crate) info: String,
    /// Its lines, each with its end.
    pub(crate) body: String,
}

pub(crate) struct Page {
    text: String,
    blocks: Vec<Block>,
}

impl Page {
    pub(crate) fn read(path: &Path) -> Page {
        let text = std::fs::read_to_string(path).expect("a page");
        let mut blocks: Vec<Block> = Vec::new();
        let mut is_open = false;
        for (at, line) in text.lines().enumerate() {
            match line.strip_prefix("```") {
                Some(_) if is_open => is_open = false,
                Some(info) => {
                    is_open = true;
                    blocks.push(Block {
                        line: at + 1,
                        info: info.to_owned(),
                        body: String::new(),
                    });
                }
                None if is_open => {
                    if let Some(block) = blocks.last_mut() {
                        block.body += line;
                        block.body += "\n";
                    }
                }
                None => {}
            }
        }
        assert!(!is_open, "{}: a block without an end", path.display());
        Page { text, blocks }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    pub(crate) fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// The page with other bodies for the blocks of some lines.
    pub(crate) fn with(&self, bodies: &BTreeMap<usize, String>) -> String {
        let mut text = String::new();
        let mut lines = self.text.lines().enumerate();
        while let Some((at, line)) = lines.next() {
            text += &format!("{line}\n");
            if let Some(body) = bodies.get(&(at + 1)) {
                text += body;
                text += "```\n";
                lines.by_ref().find(|(_, line)| *line == "```");
            }
        }
        text
    }
}
