//! The partition that a producer of Kafka chooses for a message with a key: a hash modulo the number of
//! partitions. Producers do not agree which hash.

use crate::error::{Error, Kind, Result};
use crc::{CRC_32_ISO_HDLC, Crc, Table};

/// A rule of producers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Partitioner {
    /// That of the Java client, and of all that follow it: `murmur2` and `murmur2_random` of librdkafka.
    Murmur2,
    /// That of librdkafka unless another one is chosen: `consistent` and `consistent_random`.
    Crc32,
}

static CRC: Crc<u32, Table<16>> = Crc::<u32, Table<16>>::new(&CRC_32_ISO_HDLC);

impl Partitioner {
    /// That of a name.
    pub fn of(name: &[u8]) -> Result<Partitioner> {
        match name {
            b"murmur2" => Ok(Partitioner::Murmur2),
            b"crc32" => Ok(Partitioner::Crc32),
            _ => Err(Error::new(
                Kind::OutOfRange,
                "partitioner is not known",
                "The partitioner must be \"murmur2\" or \"crc32\".",
            )),
        }
    }

    /// The partition of a key, from 0 on; there is at least one.
    #[inline]
    pub fn partition(self, key: &[u8], partitions: u32) -> u32 {
        let hash = match self {
            // The sign of an int in Java is dropped.
            Partitioner::Murmur2 => murmur2(key) & 0x7fff_ffff,
            Partitioner::Crc32 => CRC.checksum(key),
        };
        hash % partitions
    }
}

/// MurmurHash2 of Austin Appleby, with the seed of Kafka.
fn murmur2(key: &[u8]) -> u32 {
    const SEED: u32 = 0x9747_b28c;
    const FACTOR: u32 = 0x5bd1_e995;
    const SHIFT: u32 = 24;
    let (words, rest) = key.as_chunks();
    let mut hash = SEED ^ key.len() as u32;
    for word in words {
        let mut mixed = u32::from_le_bytes(*word).wrapping_mul(FACTOR);
        mixed ^= mixed >> SHIFT;
        hash = hash.wrapping_mul(FACTOR) ^ mixed.wrapping_mul(FACTOR);
    }
    if !rest.is_empty() {
        let mut last = [0; 4];
        last[..rest.len()].copy_from_slice(rest);
        hash = (hash ^ u32::from_le_bytes(last)).wrapping_mul(FACTOR);
    }
    hash = (hash ^ (hash >> 13)).wrapping_mul(FACTOR);
    hash ^ (hash >> 15)
}
