//! The instructions of the processor at hand.

/// Runs the body, compiled for the wider registers of AVX2 where the processor has them.
///
/// That holds for what the compiler puts into the body: for functions and closures, the body itself
/// among them, that are always inlined.
#[inline(always)]
pub fn vectorized<T>(body: impl FnOnce() -> T) -> T {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("popcnt")
    {
        #[target_feature(enable = "avx2,bmi1,popcnt")]
        fn with_avx2<T>(body: impl FnOnce() -> T) -> T {
            body()
        }
        // SAFETY: the processor has what the function was compiled for.
        return unsafe { with_avx2(body) };
    }
    body()
}

/// Asks the processor to fetch the byte into its cache, and does not wait for it.
#[inline(always)]
pub fn fetch(byte: &u8) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: every x86-64 processor has the instruction, which changes nothing.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(byte).cast()) };
    }
    // Stable Rust has no such function for other processors: the next read of the byte waits for it.
    #[cfg(not(target_arch = "x86_64"))]
    let _ = byte;
}
