//! The hooks of observers: what only a run under one does.

/// Does something for an observer of a type that watches, and nothing for one that does not. `benches/watching.rs`
/// builds the engine a second time with a macro of this name that leaves all hooks out of the source, and compares.
macro_rules! watch {
    ($observer:ty, $hook:block) => {
        if <$observer>::WATCHES {
            $hook
        }
    };
}
