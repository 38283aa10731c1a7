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
