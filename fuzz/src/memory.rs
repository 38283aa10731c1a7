//! Memory of decoding: lengths in the bytes must be checked before memory is allocated for them.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

struct Watched;

static LARGEST: AtomicUsize = AtomicUsize::new(0);

#[global_allocator]
static ALLOCATOR: Watched = Watched;

#[expect(unsafe_code, reason = "an allocator has no other way")]
// SAFETY: every call is passed unchanged to the allocator of the system.
unsafe impl GlobalAlloc for Watched {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        LARGEST.fetch_max(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller upholds the contract of this same function.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        LARGEST.fetch_max(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller upholds the contract of this same function.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        LARGEST.fetch_max(size, Ordering::Relaxed);
        // SAFETY: the caller upholds the contract of this same function.
        unsafe { System.realloc(memory, layout, size) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: the caller upholds the contract of this same function.
        unsafe { System.dealloc(memory, layout) }
    }
}

/// Decodes an input. No allocation may be much larger than the input.
pub fn in_proportion<T>(input: &[u8], decode: impl FnOnce() -> T) -> T {
    const SMALL: usize = 8192;
    LARGEST.store(0, Ordering::Relaxed);
    let decoded = decode();
    let (largest, len) = (LARGEST.load(Ordering::Relaxed), input.len());
    assert!(largest <= SMALL + 16 * len, "{largest} bytes at once, for {len}");
    decoded
}
