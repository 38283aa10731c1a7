//! What a sketch is. There is a trait for each thing that a type of sketch may be able to do.
//!
//! | trait          | a type has it if                                        | SQL gets                   |
//! |----------------|---------------------------------------------------------|----------------------------|
//! | [`Sketch`]     | it can be stored                                        | a type, input, output      |
//! | [`Canonical`]  | its bytes follow from its parameters and contents alone | `=`, order, hash           |
//! | [`Add`]        | items can be added                                      | `…_add`                    |
//! | [`Merge`]      | two of them can be merged                               | `…_merge`, `+`             |
//! | [`Idempotent`] | merging twice changes nothing                           | `…_union`, double bar      |
//! | [`Aggregate`]  | an aggregate can build it in place                      | `…_add_agg`, `…_union_agg` |
//! | [`Subtract`]   | what was added can be taken out again                   | windows that slide         |

use crate::error::Result;
use allocator_api2::alloc::Allocator;

/// A value that can be stored.
pub trait Sketch: Sized {
    /// The SQL name of the type.
    const NAME: &'static str;

    /// The first byte of what is stored, see `bytes.rs`.
    const KIND: u8;

    /// The format version that is written. All versions up to it are read.
    const VERSION: u8;

    /// Reads bytes that the database kept, stored or in memory. They are checked as far as safety
    /// needs it.
    fn read(bytes: &[u8]) -> Result<Self>;

    /// Reads bytes from outside, which must be those that [`Sketch::portable`] writes.
    fn decode(bytes: &[u8]) -> Result<Self>;

    /// The stored bytes.
    fn encode(&self) -> Vec<u8>;

    /// Whether bytes that the database kept are those that [`Sketch::encode`] writes. An in-memory form
    /// is not, and neither is a portable form of its own.
    fn is_encoded(bytes: &[u8]) -> bool;

    /// What an output function writes, for another process to read. These are the stored bytes, unless
    /// the type cannot tell yet what it will store.
    fn portable(&self) -> Vec<u8> {
        self.encode()
    }
}

/// A sketch whose stored bytes are a function of its parameters and its contents: equal sketches have
/// equal bytes.
pub trait Canonical: Sketch {}

/// A sketch that items are added to.
pub trait Add: Sketch {
    /// What is added: a hash, a hash with a weight, or a value with a weight.
    type Item<'a>: Copy;

    /// Adds an item.
    fn add(&mut self, item: Self::Item<'_>) -> Result<()>;
}

/// A sketch that can be merged with another one.
pub trait Merge: Sketch {
    /// Makes this the sketch of what both hold.
    fn merge(&mut self, other: &Self) -> Result<()>;
}

/// A sketch of a set: adding or merging the same again changes nothing.
pub trait Idempotent: Merge {}

/// A sketch with an in-memory form: a transition state that an aggregate changes in place.
pub trait Aggregate<B: Buffer>: Add {
    /// The sketch in that form.
    type State;

    /// What a user may ask of the result.
    type Parameters: Copy;

    /// Adds an item to bytes of that form, if nothing else has to change for it. It does not panic,
    /// whatever the bytes are.
    fn add_in_place(bytes: &mut [u8], item: Self::Item<'_>) -> bool;

    /// Does the same, but may leave the item pending until the next one comes or the state is resumed.
    /// `fetch` is told which bytes the item will change, so that they are at hand by then.
    fn add_later(bytes: &mut [u8], item: Self::Item<'_>, fetch: impl Fn(&u8)) -> bool;

    /// Whether bytes are of that form.
    fn is_state(bytes: &[u8]) -> bool;

    /// A sketch of nothing, of these parameters or the default ones.
    fn start(parameters: Option<Self::Parameters>) -> Result<Self::State>;

    /// The state as a frame of a window has it, from which rows may be taken out again.
    fn into_frame(state: Self::State) -> Self::State {
        state
    }

    /// Refuses parameters other than those of the state.
    fn check_unchanged(state: &Self::State, parameters: Self::Parameters) -> Result<()>;

    /// Goes on with bytes of that form, which an earlier call left in memory.
    fn resume(buffer: B) -> Result<Self::State>;

    /// A copy of a sketch, stored or in memory.
    fn copy(bytes: &[u8]) -> Result<Self::State>;

    /// Adds an item.
    fn add(state: &mut Self::State, item: Self::Item<'_>) -> Result<()>;

    /// Adds all that another sketch holds, stored or in memory.
    fn merge(state: &mut Self::State, bytes: &[u8]) -> Result<()>;

    /// The memory, for the next call to resume from.
    fn into_buffer(state: Self::State) -> B;
}

/// A sketch that can give back what was added to it.
pub trait Subtract<B: Buffer>: Aggregate<B> {
    /// Takes out an item that was added; false if that cannot be done any more.
    fn remove(state: &mut Self::State, item: Self::Item<'_>) -> Result<bool>;

    /// Takes out all that another sketch holds, which was merged; false if that cannot be done any more.
    fn subtract(state: &mut Self::State, bytes: &[u8]) -> Result<bool>;

    /// Whether nothing is left.
    fn is_empty(state: &Self::State) -> bool;
}

/// Memory that an in-memory form lives in.
pub trait Buffer: AsRef<[u8]> + AsMut<[u8]> {
    /// That many zero bytes.
    fn zeroed(len: usize) -> Self;

    /// A copy of the bytes.
    fn copy_of(bytes: &[u8]) -> Self;

    /// Called now and then during long work, so that a query can be cancelled.
    fn check_interrupts() {}
}

impl Buffer for Vec<u8> {
    fn zeroed(len: usize) -> Vec<u8> {
        vec![0; len]
    }

    fn copy_of(bytes: &[u8]) -> Vec<u8> {
        bytes.to_vec()
    }
}

impl<A: Allocator + Default> Buffer for allocator_api2::vec::Vec<u8, A> {
    fn zeroed(len: usize) -> Self {
        allocator_api2::vec::from_elem_in(0, len, A::default())
    }

    fn copy_of(bytes: &[u8]) -> Self {
        let mut copy = Self::zeroed(bytes.len());
        copy.copy_from_slice(bytes);
        copy
    }
}
