//! Control lists: packets, compressed lists and shader records.

#[path = "list/check.rs"]
mod check;
#[path = "list/check_shader.rs"]
mod check_shader;
#[path = "list/dump.rs"]
mod dump;
#[path = "list/frame.rs"]
mod frame;
#[path = "list/packet.rs"]
mod packet;
#[path = "list/record.rs"]
mod record;
#[path = "list/text.rs"]
mod text;
#[path = "list/walk.rs"]
mod walk;
