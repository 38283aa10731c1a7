//! The transition state of an aggregate that fills a large `bloom`.
//!
//! The values of the last rows are pending while the processor fetches what they will change.
//!
//! ```text
//!   byte 0      1      2   4                         4 + 8 DEPTH
//!  +---------+------+---+---//--------------------+---//
//!  | 0xe2    | next | 0 | DEPTH hashes, 0 for none | a table (layout.rs), or a filter as it is stored
//!  +---------+------+---+---//--------------------+---//
//!   next    the place of the oldest hash, which the next one will replace
//! ```
//! A filter of millions of keys does not fit into the processor's cache, and each key changes another
//! block of it. Fetching that block takes longer than setting the bits. So a value is pending for
//! [`DEPTH`] rows while its block is fetched. The values are added in the order in which they came, so
//! the filter has the same bits and layers as without this.
//!
//! A [`State`] has no pending values: [`State::resume_filling`] and [`without_pending`] add them first,
//! and all other readers refuse bytes of this kind. A small filter has none: it is in the cache.

use super::error::bad_bytes;
use super::layout;
use super::state::State;
use super::view::View;
use crate::bytes::kind;
use crate::domain::Domain;
use crate::error::Result;
use crate::hash::SketchHash;
use crate::sketch::Buffer;

const NEXT: usize = 1;
const START: usize = 4;
const HASH_LEN: usize = 8;
/// How many values are pending at most.
const DEPTH: usize = 4;
/// The length of the front: of what stands before the filter.
pub const FRONT_LEN: usize = START + DEPTH * HASH_LEN;

/// A shorter filter has no front.
const SHORTEST: usize = 1 << 15;

/// Kind, place of the oldest hash, hashes.
type Front = [u8; FRONT_LEN];

/// Memory of which a state sees the filter, and not the front.
#[derive(Debug, Clone)]
pub struct Filling<B> {
    buffer: B,
    front_len: usize,
}

impl<B: AsRef<[u8]>> AsRef<[u8]> for Filling<B> {
    #[inline]
    fn as_ref(&self) -> &[u8] {
        &self.buffer.as_ref()[self.front_len..]
    }
}

impl<B: AsMut<[u8]>> AsMut<[u8]> for Filling<B> {
    #[inline]
    fn as_mut(&mut self) -> &mut [u8] {
        &mut self.buffer.as_mut()[self.front_len..]
    }
}

impl<B: Buffer> Buffer for Filling<B> {
    fn zeroed(len: usize) -> Filling<B> {
        let front_len = if len < SHORTEST { 0 } else { FRONT_LEN };
        let mut buffer = B::zeroed(front_len + len);
        if front_len > 0 {
            buffer.as_mut()[0] = kind::BLOOM_FILLING;
        }
        Filling { buffer, front_len }
    }

    fn copy_of(bytes: &[u8]) -> Filling<B> {
        let mut copy = Filling::zeroed(bytes.len());
        copy.as_mut().copy_from_slice(bytes);
        copy
    }

    fn check_interrupts() {
        B::check_interrupts();
    }
}

impl<B: Buffer> State<Filling<B>> {
    /// The state that [`leave`](State::leave) left. Pending values are added.
    pub fn resume_filling(mut buffer: B) -> Result<State<Filling<B>>> {
        let Some((front, _)) = split_mut(buffer.as_mut()) else {
            return Ok(State::resume(Filling { buffer, front_len: 0 }));
        };
        let pending = std::mem::replace(front, EMPTY);
        let mut state = State::resume(Filling { buffer, front_len: FRONT_LEN });
        in_order(&pending).try_for_each(|hash| state.add(hash))?;
        Ok(state)
    }

    /// The memory, from which the state can be resumed.
    pub fn leave(self) -> B {
        self.into_buffer().buffer
    }
}

/// A front without pending values.
const EMPTY: Front = {
    let mut front = [0; FRONT_LEN];
    front[0] = kind::BLOOM_FILLING;
    front
};

/// Adds a value at once, as [`layout::add_in_place`] does. Pending values stay pending.
#[inline]
pub fn add_in_place(bytes: &mut [u8], hash: SketchHash) -> bool {
    layout::add_in_place(filter_mut(bytes), hash)
}

/// Adds the oldest pending value, and makes this one pending, unless one of them is of another domain
/// or needs more room. `fetch` is called with the bytes that this one will change. It does not panic,
/// whatever the bytes are.
#[inline]
pub fn add_later(bytes: &mut [u8], hash: SketchHash, fetch: impl Fn(&u8)) -> bool {
    if bytes.first() != Some(&kind::BLOOM_FILLING) {
        return layout::add_in_place(bytes, hash);
    }
    let Some((front, filter)) = split_mut(bytes) else { return false };
    if layout::domain_byte(filter) != Some(hash.domain_byte()) {
        return false;
    }
    let next = usize::from(front[NEXT]) % DEPTH;
    let places: &mut [[u8; HASH_LEN]] = front[START..].as_chunks_mut().0;
    let Some(place) = places.get_mut(next) else { return false };
    let oldest = u64::from_le_bytes(*place);
    if oldest != 0 && !layout::add_in_place(filter, SketchHash::from_stored_bits(oldest)) {
        return false;
    }
    layout::fetch(filter, hash, fetch);
    *place = hash.bits().to_le_bytes();
    front[NEXT] = ((next + 1) % DEPTH) as u8;
    true
}

/// Whether the bytes are a state of that capacity and rate. It does not panic.
#[inline]
pub fn has_parameters(bytes: &[u8], capacity: i64, rate: f64) -> bool {
    match split(bytes) {
        Some((_, filter)) => layout::has_parameters(filter, capacity, rate),
        None => layout::has_parameters(bytes, capacity, rate),
    }
}

/// A filter without pending values.
pub enum Complete<'a, B> {
    /// There were none: the bytes of the filter.
    Unchanged(&'a [u8]),
    /// A copy, to which they were added.
    Copied(State<B>),
}

/// The filter of stored bytes, or of a transition state with its pending values added.
pub fn without_pending<B: Buffer>(bytes: &[u8]) -> Result<Complete<'_, B>> {
    let Some((front, filter)) = split(bytes) else { return Ok(Complete::Unchanged(bytes)) };
    if in_order(front).next().is_none() {
        return Ok(Complete::Unchanged(filter));
    }
    let view = View::read(filter)?;
    let own = view.domain.map(Domain::byte);
    if !in_order(front).all(|hash| Some(hash.domain_byte()) == own) {
        return Err(bad_bytes("A pending value is of another domain"));
    }
    let mut state = State::resume(B::copy_of(filter));
    in_order(front).try_for_each(|hash| state.add(hash))?;
    Ok(Complete::Copied(state))
}

impl<B: Buffer> Complete<'_, B> {
    /// The parts of the filter.
    pub fn view(&self) -> Result<View<'_>> {
        match self {
            Complete::Unchanged(bytes) => View::read(bytes),
            Complete::Copied(state) => state.view(),
        }
    }

    /// The filter in memory of its own.
    pub fn into_state(self) -> Result<State<B>> {
        match self {
            Complete::Unchanged(bytes) => State::from_view(&View::read(bytes)?),
            Complete::Copied(state) => Ok(state),
        }
    }
}

/// The pending values, the oldest first.
fn in_order(front: &Front) -> impl Iterator<Item = SketchHash> + '_ {
    let places: &[[u8; HASH_LEN]] = front[START..].as_chunks().0;
    let (newer, older) = places.split_at(usize::from(front[NEXT]) % DEPTH);
    let hashes = older.iter().chain(newer).map(|place| u64::from_le_bytes(*place));
    hashes.filter(|bits| *bits != 0).map(SketchHash::from_stored_bits)
}

/// The front and the filter behind it, if there is a front.
fn split(bytes: &[u8]) -> Option<(&Front, &[u8])> {
    let is_filling = bytes.first() == Some(&kind::BLOOM_FILLING);
    bytes.split_first_chunk().filter(|_| is_filling)
}

fn split_mut(bytes: &mut [u8]) -> Option<(&mut Front, &mut [u8])> {
    let is_filling = bytes.first() == Some(&kind::BLOOM_FILLING);
    bytes.split_first_chunk_mut().filter(|_| is_filling)
}

fn filter_mut(bytes: &mut [u8]) -> &mut [u8] {
    match bytes {
        [kind::BLOOM_FILLING, ..] => bytes.get_mut(FRONT_LEN..).unwrap_or_default(),
        _ => bytes,
    }
}
