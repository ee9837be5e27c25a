//! Where lanes access a buffer.

use std::ops::Range;

use quadrille_engine::memory::Direct;
use quadrille_numerics::level::{Level, Pass};

use super::lanes::{Lanes, truths_of};
use super::piece::Piece;
use crate::code::CallSite;
use crate::plane::LANES;

/// Where lanes access a buffer.
#[derive(Clone, Copy)]
pub(super) enum Found {
    /// One behind the other, the first of them at a place.
    Row(u64),
    /// Each at its own.
    Each,
}

impl Piece {
    /// Where lanes access a buffer; of those that are in no row [`Piece::places`] has it. If some have a fault, those that have none.
    pub(super) fn find(
        &mut self,
        level: Level,
        site: &CallSite,
        direct: &Direct<'_>,
        lanes: Lanes,
    ) -> Result<Found, Lanes> {
        let none = [0; LANES];
        let addresses = site.address.map(|number| self.registers.get::<u32>(number));
        let place = |lane: usize| addresses.map_or(0, |addresses| i64::from(addresses[lane].cast_signed()));
        let (first, end) = (lanes.first(), lanes.end());
        if let Some(addresses) = addresses.filter(|_| first < end) {
            let size = direct.size() as u32;
            let is_row = level.run(IsRow {
                addresses,
                lanes,
                origin: addresses[first].wrapping_sub(size.wrapping_mul(first as u32)),
                size,
            });
            let ends = [first, end - 1].map(|lane| direct.place(place(lane)));
            if let (true, [Some(low), Some(high)]) = (is_row, ends)
                && high.checked_sub(low) == Some((end - 1 - first) as u64 * direct.size())
            {
                return Ok(Found::Row(low));
            }
        }
        let outside = level.run(Places {
            direct,
            addresses: addresses.unwrap_or(&none),
            lanes,
            places: &mut self.places,
        });
        match outside {
            false => Ok(Found::Each),
            true => {
                let inside = |lane: &usize| direct.place(place(*lane)).is_some();
                Err(lanes.iter().filter(inside).collect())
            }
        }
    }
}

impl Found {
    /// The places of lanes, of which those in no row are known.
    pub(super) fn places(self, direct: &Direct<'_>, run: Range<usize>, places: &mut [u64; LANES]) {
        if let Found::Row(first) = self {
            for (place, number) in places[run].iter_mut().zip(0..) {
                *place = first + direct.size() * number;
            }
        }
    }
}

/// Whether the addresses of lanes are `size` apart from lane to lane, by what lane 0 then has.
struct IsRow<'a> {
    addresses: &'a [u32; LANES],
    lanes: Lanes,
    origin: u32,
    size: u32,
}

impl Pass for IsRow<'_> {
    type Output = bool;

    #[inline(always)]
    fn call(self) -> bool {
        let mut differing = 0;
        for (at, lanes) in self.lanes.words().into_iter().enumerate() {
            if lanes == 0 {
                continue;
            }
            let mut truths = [u32::MAX; 64];
            if lanes != u64::MAX {
                truths_of(lanes, &mut truths);
            }
            let addresses = &self.addresses.as_chunks::<64>().0[at];
            let origin = self.origin.wrapping_add(self.size.wrapping_mul(64 * at as u32));
            for lane in 0..64 {
                let expected = origin.wrapping_add(self.size.wrapping_mul(lane as u32));
                differing |= (addresses[lane] ^ expected) & truths[lane];
            }
        }
        differing == 0
    }
}

/// Finds the places of lanes; of what has a fault place 0. Gives whether any of them has one.
struct Places<'a> {
    direct: &'a Direct<'a>,
    addresses: &'a [u32; LANES],
    lanes: Lanes,
    places: &'a mut [u64; LANES],
}

impl Pass for Places<'_> {
    type Output = bool;

    #[inline(always)]
    fn call(self) -> bool {
        let mut outside = 0;
        let windows = self.addresses.as_chunks::<64>().0.iter();
        let windows = windows.zip(self.places.as_chunks_mut::<64>().0);
        for ((addresses, places), lanes) in windows.zip(self.lanes.words()) {
            if lanes == 0 {
                continue;
            }
            let mut truths = [0; 64];
            truths_of(lanes, &mut truths);
            for lane in 0..64 {
                let place = self.direct.place(i64::from(addresses[lane].cast_signed()));
                outside |= if place.is_none() { truths[lane] } else { 0 };
                places[lane] = place.unwrap_or(0);
            }
        }
        outside != 0
    }
}
