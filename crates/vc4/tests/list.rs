//! Control lists: packets, compressed lists and shader records.

#[path = "list/packet.rs"]
mod packet;
#[path = "list/record.rs"]
mod record;
#[path = "list/text.rs"]
mod text;
#[path = "list/walk.rs"]
mod walk;
