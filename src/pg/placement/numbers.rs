//! The functions whose result is a number: that of a bucket, of a slot or of a partition.

use crate::hash::SketchHash;
use crate::pg::boundary::argument::{Bytes, Place, Raw, Unfetched};
use crate::pg::boundary::call::{Call, Returned};
use crate::pg::boundary::error::SqlResult;
use crate::pg::boundary::function::sql_functions;
use crate::pg::hash::sketch_item::Literal;
use crate::placement::at_least_one;
use crate::placement::jump::bucket;
use crate::placement::kafka::Partitioner;
use crate::placement::redis_slot::redis_slot;

sql_functions! {
    jump_hash = jump_hash::<SketchHash>,
    jump_hash_literal = jump_hash::<Literal>,
    redis_slot = slot,
    redis_slot_bytea = slot,
    kafka_partition = partition,
    kafka_partition_bytea = partition,
}

#[inline]
fn jump_hash<V: Into<SketchHash>>(call: Call<'_>, value: V, buckets: i32) -> Returned<i32> {
    match at_least_one("number of buckets", buckets) {
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

fn partition(key: Raw<'_, Bytes>, partitions: i32, partitioner: Raw<'_, Bytes>) -> SqlResult<i32> {
    let partitions = at_least_one("number of partitions", partitions)?;
    let partitioner = Partitioner::of(partitioner.bytes())?;
    Ok(partitioner.partition(key.bytes(), partitions) as i32)
}
