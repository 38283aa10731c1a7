//! Keyed hashes.

use super::sketch_value::LiteralValue;
use crate::domain::Domain;
use crate::hash::{Key, SketchHash};
use crate::pg::boundary::argument::{Bytes, Place, Raw, Unfetched};
use crate::pg::boundary::call::{Call, Returned};
use crate::pg::boundary::call_site::{cached, found};
use crate::pg::boundary::error::SqlResult;
use crate::pg::boundary::function::sql_functions;
use crate::pg::boundary::row::{Row, Rows, column};
use crate::value::Value;

sql_functions! { sketch_hash_keyed, sketch_hash_keyed_literal, sketch_key_fingerprint }

/// The call site caches the key of the last row, which is mostly that of the next one.
fn sketch_hash_keyed(
    call: Call<'_>,
    value: Option<Value<'_>>,
    key: Option<Unfetched<'_, Bytes>>,
) -> Returned<SketchHash> {
    if let Some(value) = value
        && let Some(Unfetched { place: Place::InLine(bytes), .. }) = &key
        // SAFETY: the function caches nothing but a key, and the reference is not in use any more below.
        && let Some(known) = unsafe { found::<Key>(call) }
        && known.is(bytes)
        && let Ok(domain) = value.domain()
    {
        return call.value(SketchHash::keyed(domain, value.bytes(), known));
    }
    call.guarded(|| {
        let key = read(key)?;
        // SAFETY: see above.
        if let Some((known, _)) = unsafe { cached(call, |_| key.clone()) } {
            *known = key.clone();
        }
        keyed(value, &key)
    })
}

fn sketch_hash_keyed_literal(
    value: Option<LiteralValue<'_>>,
    key: Option<Unfetched<'_, Bytes>>,
) -> SqlResult<Option<SketchHash>> {
    let key = read(key)?;
    keyed(value.map(Value::from), &key)
}

fn read(key: Option<Unfetched<'_, Bytes>>) -> SqlResult<Key> {
    Ok(Key::new(key.ok_or_else(Key::missing)?.fetch().bytes())?)
}

fn keyed(value: Option<Value<'_>>, key: &Key) -> SqlResult<Option<SketchHash>> {
    let of_value = |value: Value<'_>| Ok(SketchHash::keyed(value.domain()?, value.bytes(), key));
    value.map(of_value).transpose()
}

fn sketch_key_fingerprint(call: Call<'_>, key: Raw<'_, Bytes>) -> SqlResult<Rows<2>> {
    let key = Key::new(key.bytes())?;
    let mut rows = Rows::new(call);
    for domain in Domain::ALL {
        rows.push(Row([column(domain.sql_type()), column(key.domain(domain).to_string())]))?;
    }
    Ok(rows)
}
