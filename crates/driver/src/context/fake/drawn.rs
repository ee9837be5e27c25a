//! What a draw of the fake driver was drawn with.

use std::collections::BTreeMap;

use super::super::group::locked;
use super::{Fake, default_object};
use crate::gl::{Recorded, number};

/// What a draw was drawn with.
#[derive(Clone, Debug)]
pub(crate) struct Drawn {
    /// The linked program.
    pub(crate) used: u32,
    /// Its shaders.
    pub(crate) texts: Vec<String>,
    /// What transform feedback records of them.
    pub(crate) recorded: Recorded,
    /// The values of its uniforms, by name.
    pub(crate) uniforms: BTreeMap<String, Vec<[f32; 4]>>,
    /// The buffers of its uniform blocks, by name.
    pub(crate) blocks: BTreeMap<String, u32>,
    /// The driver's own vertex and fragment program, where they are enabled.
    pub(crate) native: [Option<String>; 2],
    /// Whether COLOR_SUM is enabled.
    pub(crate) sums_colors: bool,
}

impl Fake {
    pub(super) fn drawn(&self) -> Drawn {
        let (own, shared) = (self.own.borrow(), locked(&self.shared));
        let linked = shared.linked.get(&own.used).cloned().unwrap_or_default();
        let native = [number::VERTEX_PROGRAM, number::FRAGMENT_PROGRAM].map(|target| {
            if !own.enabled.contains(&target) {
                return None;
            }
            let name = own.bound.get(&target).copied().unwrap_or(0);
            let text = &shared.programs.get(&default_object(target, name))?.text;
            Some(String::from_utf8_lossy(text).into_owned())
        });
        let named = |(location, values): (&i32, &Vec<[f32; 4]>)| {
            let name = linked.uniforms.get(*location as usize)?;
            Some((name.clone(), values.clone()))
        };
        let point = |(name, point): (&String, &u32)| {
            (name.clone(), own.uniform_buffers.get(point).copied().unwrap_or(0))
        };
        Drawn {
            used: own.used,
            uniforms: linked.values.iter().filter_map(named).collect(),
            blocks: linked.blocks.iter().map(point).collect(),
            texts: linked.texts.clone(),
            recorded: linked.recorded.clone(),
            native,
            sums_colors: own.enabled.contains(&number::COLOR_SUM),
        }
    }
}
