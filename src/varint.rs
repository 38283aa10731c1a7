//! Whole numbers in as few bytes as they need: LEB128, seven bits a byte, the low ones first. The high bit
//! says that another byte follows.
//!
//! A number has one form only: a last byte of zero bits is refused, unless it is the only byte.

/// The most bytes that a number takes.
pub const MAX_LEN: usize = 10;

const MORE: u8 = 0x80;

/// Why there is no number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flaw {
    /// The bytes end inside it.
    Short,
    /// It could be written in fewer bytes, or it has more than 64 bits.
    Wrong,
}

/// Appends a number.
#[inline]
pub fn write(mut number: u64, out: &mut Vec<u8>) {
    while number >= u64::from(MORE) {
        out.push(number as u8 | MORE);
        number >>= 7;
    }
    out.push(number as u8);
}

/// How many bytes a number takes.
#[inline]
pub fn len(number: u64) -> usize {
    let bits = u64::BITS - (number | 1).leading_zeros();
    bits.div_ceil(7) as usize
}

/// The number that the bytes start with, and the bytes behind it.
#[inline]
pub fn read(bytes: &[u8]) -> Result<(u64, &[u8]), Flaw> {
    match bytes {
        [byte @ ..MORE, rest @ ..] => Ok((u64::from(*byte), rest)),
        _ => read_longer(bytes),
    }
}

fn read_longer(bytes: &[u8]) -> Result<(u64, &[u8]), Flaw> {
    let mut number = 0;
    for (at, byte) in bytes.iter().take(MAX_LEN).enumerate() {
        let bits = u64::from(byte & !MORE);
        // The last byte holds the 64th bit alone.
        if at + 1 == MAX_LEN && *byte > 1 {
            return Err(Flaw::Wrong);
        }
        number |= bits << (7 * at);
        if byte & MORE == 0 {
            return if bits == 0 && at > 0 {
                Err(Flaw::Wrong)
            } else {
                Ok((number, &bytes[at + 1..]))
            };
        }
    }
    Err(Flaw::Short)
}

/// A number of either sign as one without: 0, -1, 1, -2, … become 0, 1, 2, 3, …
#[inline]
pub fn zigzag(number: i64) -> u64 {
    ((number << 1) ^ (number >> 63)) as u64
}

/// What [`zigzag`] was given.
#[inline]
pub fn unzigzag(number: u64) -> i64 {
    (number >> 1) as i64 ^ -((number & 1) as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(number: u64) -> Vec<u8> {
        let mut bytes = Vec::new();
        write(number, &mut bytes);
        bytes
    }

    #[test]
    fn numbers_are_read_as_written() {
        let near_powers = (0..64).flat_map(|bit| {
            let power = 1u64 << bit;
            [power - 1, power, power + 1]
        });
        for number in near_powers.chain([u64::MAX - 1, u64::MAX]) {
            let bytes = written(number);
            let bits = (u64::BITS - number.leading_zeros()).max(1) as usize;
            assert_eq!(bytes.len(), bits.div_ceil(7));
            assert_eq!(bytes.len(), len(number));
            for len in 0..bytes.len() {
                assert_eq!(read(&bytes[..len]), Err(Flaw::Short));
            }
            let followed = [bytes.as_slice(), &[7, 200]].concat();
            assert_eq!(read(&followed), Ok((number, &[7, 200][..])));
        }
    }

    #[test]
    fn a_number_has_one_form() {
        for number in [0, 1, 127, 128, 1 << 40] {
            let mut longer = written(number);
            if let Some(last) = longer.last_mut() {
                *last |= MORE;
            }
            longer.push(0);
            assert_eq!(read(&longer), Err(Flaw::Wrong), "{number}");
        }
        let most = written(u64::MAX);
        assert_eq!((most.len(), most[9]), (MAX_LEN, 1));
        for last in 2..=255 {
            let more = [&most[..9], &[last, 0]].concat();
            assert_eq!(read(&more), Err(Flaw::Wrong), "{last}");
        }
    }

    #[test]
    fn numbers_near_zero_are_short_whatever_their_sign() {
        for (number, expected) in [(0, 0), (-1, 1), (1, 2), (-2, 3), (i64::MAX, u64::MAX - 1)] {
            assert_eq!(zigzag(number), expected);
        }
        for number in [0, 1, -1, 63, -64, 1 << 40, i64::MIN, i64::MAX] {
            assert_eq!(unzigzag(zigzag(number)), number);
        }
    }
}
