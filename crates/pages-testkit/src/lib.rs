//! For tests only: what the repository has to run, in one place. Tests depend on this crate, and nothing else
//! does; programs made at random are `testkit`'s.

mod block;
pub mod compare;
mod frame;
mod page;
mod scene;
mod states;

pub use block::{Block, PageBlockKind};
pub use page::{PAGES, Page};
pub use scene::{Scene, root, scenes};
pub use states::{StateScene, group_scenes, stage_scenes, state_scenes};
