//! Control lists: packets, compressed lists and shader records.

#[path = "list/packet.rs"]
mod packet;
#[path = "list/record.rs"]
mod record;
