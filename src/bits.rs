//! Bits in bytes, the least significant bit of the first byte first.
//!
//! The coded lists of a stored sketch are made of them.

/// Appends bits to a byte vector.
pub struct BitWriter<'a> {
    out: &'a mut Vec<u8>,
    pending: u64,
    pending_bits: u32,
}

impl<'a> BitWriter<'a> {
    /// Starts at the next whole byte of `out`.
    pub fn new(out: &'a mut Vec<u8>) -> BitWriter<'a> {
        BitWriter { out, pending: 0, pending_bits: 0 }
    }

    /// The `width` low bits of `value`, of which no higher bit may be set; `width` up to 32.
    #[inline]
    pub fn write(&mut self, value: u32, width: u32) {
        self.pending |= u64::from(value) << self.pending_bits;
        self.pending_bits += width;
        if self.pending_bits >= 32 {
            self.out.extend_from_slice(&(self.pending as u32).to_le_bytes());
            self.pending >>= 32;
            self.pending_bits -= 32;
        }
    }

    /// `value` ones and a zero.
    #[inline]
    pub fn write_unary(&mut self, mut value: u32) {
        while value >= 31 {
            self.write((1 << 31) - 1, 31);
            value -= 31;
        }
        self.write((1 << value) - 1, value + 1);
    }

    /// Fills the last byte with zeros.
    pub fn finish(self) {
        let bytes = self.pending_bits.div_ceil(8) as usize;
        self.out.extend_from_slice(&self.pending.to_le_bytes()[..bytes]);
    }
}

/// The `width` bits at a position, up to 32; past the end there are only zeros.
#[inline]
pub fn read_bits(bytes: &[u8], position: usize, width: u32) -> u32 {
    let rest = bytes.get(position / 8..).unwrap_or(&[]);
    let window = word(rest, 0) >> (position % 8);
    (window & ((1 << width) - 1)) as u32
}

/// Up to eight bytes as a number, its higher bytes filled up.
#[inline]
fn word(bytes: &[u8], filler: u8) -> u64 {
    match bytes.first_chunk::<8>() {
        Some(chunk) => u64::from_le_bytes(*chunk),
        None => {
            let mut padded = [filler; 8];
            padded[..bytes.len()].copy_from_slice(bytes);
            u64::from_le_bytes(padded)
        }
    }
}

const WORD_BITS: i64 = u64::BITS as i64;

/// Reads numbers in unary: n ones and a zero stand for n.
///
/// It goes from zero to zero inside a word, which costs a few cycles a number and no guess of the
/// processor.
pub struct UnaryReader<'a> {
    rest: &'a [u8],
    /// Zeros of the current word that were not yet met, as ones.
    zeros: u64,
    /// Where the last zero was met, which may be in an earlier word, and where the bytes end.
    last: i64,
    end: i64,
}

impl<'a> UnaryReader<'a> {
    /// Starts at the first bit.
    pub fn new(bytes: &'a [u8]) -> UnaryReader<'a> {
        UnaryReader { rest: bytes, zeros: 0, last: WORD_BITS - 1, end: WORD_BITS }
    }

    /// Whether all bytes were read, and the rest of the last one is zeros.
    pub fn finished(&self) -> bool {
        let padding = self.end - 1 - self.last;
        self.rest.is_empty() && padding < 8 && i64::from(self.zeros.count_ones()) == padding
    }
}

impl Iterator for UnaryReader<'_> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        while self.zeros == 0 {
            if self.rest.is_empty() {
                return None;
            }
            self.zeros = !word(self.rest, 0xff);
            self.end = WORD_BITS.min(8 * self.rest.len() as i64);
            self.rest = self.rest.get(8..).unwrap_or(&[]);
            self.last -= WORD_BITS;
        }
        let zero = i64::from(self.zeros.trailing_zeros());
        let ones = u32::try_from(zero - self.last - 1).ok()?;
        self.zeros &= self.zeros - 1;
        self.last = zero;
        Some(ones)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unary(values: &[u32]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut writer = BitWriter::new(&mut bytes);
        values.iter().for_each(|value| writer.write_unary(*value));
        writer.finish();
        bytes
    }

    #[test]
    fn numbers_in_unary_are_read_as_written() {
        for last in 0..200 {
            let values: Vec<u32> = (0..200).chain([last]).collect();
            let bytes = unary(&values);
            let mut reader = UnaryReader::new(&bytes);
            for value in values {
                assert_eq!(reader.next(), Some(value));
            }
            assert!(reader.finished());
        }
    }

    #[test]
    fn bytes_too_many_or_too_few_show() {
        let bytes = unary(&[3, 70]);
        let read_both = |bytes: &[u8]| {
            let mut reader = UnaryReader::new(bytes);
            (reader.next(), reader.next(), reader.finished())
        };
        assert_eq!(read_both(&bytes), (Some(3), Some(70), true));
        assert_eq!(read_both(&[bytes.as_slice(), &[0]].concat()), (Some(3), Some(70), false));
        assert_eq!(read_both(&bytes[..bytes.len() - 1]), (Some(3), None, false));
        let mut padded = bytes.clone();
        padded[9] |= 0x80;
        assert_eq!(read_both(&padded), (Some(3), Some(70), false));
        assert!(!UnaryReader::new(&[0]).finished());
        assert!(UnaryReader::new(&[]).finished());
    }

    #[test]
    fn fields_are_read_as_written() {
        let mut bytes = Vec::new();
        let mut writer = BitWriter::new(&mut bytes);
        (0..100).for_each(|value| writer.write(value * 4_099 % (1 << 19), 19));
        writer.finish();
        for value in 0..100 {
            let read = read_bits(&bytes, value * 19, 19);
            assert_eq!(read, value as u32 * 4_099 % (1 << 19));
        }
        assert_eq!(read_bits(&bytes, 1 << 20, 19), 0);
    }
}
