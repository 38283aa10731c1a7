//! The functions whose result is a number: that of a bucket, of a slot or of a partition.

use crate::hash::SketchHash;
use crate::pg::boundary::argument::{Bytes, Place, Unfetched};
use crate::pg::boundary::call::{Call, Returned};
use crate::pg::boundary::function::sql_functions;
use crate::pg::hash::sketch_item::Literal;
use crate::placement::jump::bucket;
use crate::placement::kafka::Partitioner;
use crate::placement::places;
use crate::placement::redis_slot::redis_slot;

sql_functions! {
    jump_hash = jump_hash::<SketchHash, i64>,
    jump_hash_literal = jump_hash::<Literal, i32>,
    jump_hash_literal_bigint = jump_hash::<Literal, i64>,
    redis_slot = slot,
    redis_slot_bytea = slot,
    kafka_partition = partition,
    kafka_partition_bytea = partition,
}

#[inline]
fn jump_hash<V: Into<SketchHash>, N: Into<i64>>(
    call: Call<'_>,
    value: V,
    buckets: N,
) -> Returned<i32> {
    match places("number of buckets", buckets.into()) {
        Ok(buckets) => call.value(bucket(value.into(), buckets) as i32),
        Err(error) => call.guarded(|| Err(error.into())),
    }
}

fn slot(call: Call<'_>, key: Unfetched<'_, Bytes>) -> Returned<i32> {
    match key.place {
        Place::InLine(bytes) => call.value(redis_slot(bytes).into()),
        _ => call.guarded(|| Ok(Some(redis_slot(key.fetch().bytes()).into()))),
    }
}

fn partition(
    call: Call<'_>,
    key: Unfetched<'_, Bytes>,
    partitions: i64,
    partitioner: Unfetched<'_, Bytes>,
) -> Returned<i32> {
    let of = |key: &[u8], partitioner: &[u8]| {
        let partitions = places("number of partitions", partitions)?;
        Partitioner::of(partitioner).map(|rule| rule.partition(key, partitions) as i32)
    };
    match (&key.place, &partitioner.place) {
        (Place::InLine(key), Place::InLine(partitioner)) => match of(key, partitioner) {
            Ok(partition) => call.value(partition),
            Err(error) => call.guarded(|| Err(error.into())),
        },
        _ => call.guarded(|| Ok(Some(of(key.fetch().bytes(), partitioner.fetch().bytes())?))),
    }
}
