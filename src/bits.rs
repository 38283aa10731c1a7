//! Bits in bytes, the least significant bit of the first byte first: what the coded lists of a
//! stored sketch are made of.

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

/// Takes bits off a byte slice. Past the end there are only zeros, and [`BitReader::finished`]
/// tells afterwards whether the reading went past it.
pub struct BitReader<'a> {
    bytes: &'a [u8],
    position: usize,
}

/// How many bits of [`BitReader::window`] count whatever the position inside the first byte.
const WINDOW_BITS: u32 = 56;

impl<'a> BitReader<'a> {
    /// Starts at the first bit.
    pub fn new(bytes: &'a [u8]) -> BitReader<'a> {
        BitReader { bytes, position: 0 }
    }

    /// At least 56 bits from the position on.
    #[inline]
    fn window(&self) -> u64 {
        let rest = self.bytes.get(self.position / 8..).unwrap_or(&[]);
        let word = match rest.first_chunk::<8>() {
            Some(chunk) => u64::from_le_bytes(*chunk),
            None => {
                let mut padded = [0; 8];
                padded[..rest.len()].copy_from_slice(rest);
                u64::from_le_bytes(padded)
            }
        };
        word >> (self.position % 8)
    }

    /// The next `width` bits; `width` up to 32.
    #[inline]
    pub fn read(&mut self, width: u32) -> u32 {
        let value = self.window() & ((1 << width) - 1);
        self.position += width as usize;
        value as u32
    }

    /// The number of ones before the next zero.
    #[inline]
    pub fn read_unary(&mut self) -> u32 {
        let mut value = 0;
        loop {
            let ones = self.window().trailing_ones();
            if ones < WINDOW_BITS {
                self.position += ones as usize + 1;
                return value + ones;
            }
            value += WINDOW_BITS;
            self.position += WINDOW_BITS as usize;
        }
    }

    /// Whether exactly the bytes there are were read, and the rest of the last one is zeros.
    pub fn finished(&self) -> bool {
        self.position.div_ceil(8) == self.bytes.len() && self.window() == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let mut bytes = Vec::new();
        let mut writer = BitWriter::new(&mut bytes);
        for value in 0..200 {
            writer.write_unary(value);
            writer.write(value, 8);
            writer.write(u32::MAX, 32);
        }
        writer.finish();
        let mut reader = BitReader::new(&bytes);
        for value in 0..200 {
            assert!(!reader.finished());
            assert_eq!(reader.read_unary(), value);
            assert_eq!(reader.read(8), value);
            assert_eq!(reader.read(32), u32::MAX);
        }
        assert!(reader.finished());
    }

    #[test]
    fn past_the_end_are_zeros_and_it_shows() {
        let mut reader = BitReader::new(&[0xff]);
        assert_eq!(reader.read_unary(), 8);
        assert!(!reader.finished());
    }
}
