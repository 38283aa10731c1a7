//! Keyed hashes.

use super::sketch_value::LiteralValue;
use crate::domain::Domain;
use crate::hash::{Key, SketchHash};
use crate::pg::boundary::argument::{Bytes, Raw};
use crate::pg::boundary::call::Call;
use crate::pg::boundary::error::SqlResult;
use crate::pg::boundary::function::sql_functions;
use crate::pg::boundary::row::{Row, Rows, column};
use crate::value::Value;

sql_functions! {
    sketch_hash_keyed = keyed::<Value<'_>>,
    sketch_hash_keyed_literal = keyed::<LiteralValue<'_>>,
    sketch_key_fingerprint,
}

fn keyed<'fcx, V: Into<Value<'fcx>>>(
    value: Option<V>,
    key: Option<Raw<'fcx, Bytes>>,
) -> SqlResult<Option<SketchHash>> {
    let key = Key::new(key.ok_or_else(Key::missing)?.bytes())?;
    let Some(value) = value else { return Ok(None) };
    let value: Value<'fcx> = value.into();
    Ok(Some(SketchHash::keyed(value.domain()?, value.bytes(), &key)))
}

fn sketch_key_fingerprint(call: Call<'_>, key: Raw<'_, Bytes>) -> SqlResult<Rows<2>> {
    let key = Key::new(key.bytes())?;
    let mut rows = Rows::new(call);
    for domain in Domain::ALL {
        rows.push(Row([column(domain.sql_type()), column(key.domain(domain).to_string())]))?;
    }
    Ok(rows)
}
