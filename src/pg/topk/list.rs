//! `topk_list`: the most frequent values as rows. Of a stored sketch no more is read than that takes.

use crate::pg::boundary::argument::{Place, Unfetched};
use crate::pg::boundary::call::Call;
use crate::pg::boundary::encoding::from_utf8;
use crate::pg::boundary::error::SqlResult;
use crate::pg::boundary::function::sql_functions;
use crate::pg::boundary::row::{Row, Rows, column, text_column};
use crate::topk::list::{List, first, first_slice};
use crate::topk::view::stored_bytes;
use crate::topk::{Topk, check_rows};

sql_functions! { topk_list, topk_list_first }

fn topk_list(call: Call<'_>, sketch: Unfetched<'_, Topk>) -> SqlResult<Rows<5>> {
    list(call, sketch, usize::MAX)
}

fn topk_list_first(call: Call<'_>, sketch: Unfetched<'_, Topk>, n: i64) -> SqlResult<Rows<5>> {
    list(call, sketch, check_rows(n)?)
}

fn list(call: Call<'_>, sketch: Unfetched<'_, Topk>, most: usize) -> SqlResult<Rows<5>> {
    if let Place::OutOfLine(stored) = &sketch.place {
        let len = stored.pointer().len();
        // Of a compressed sketch a slice is decompressed from its beginning.
        let mut slice = first_slice(most);
        while slice < len {
            let start = stored.slice(0, slice);
            if let Some(list) = first(start.bytes(), false, most)? {
                return rows(call, &list);
            }
            slice = slice.saturating_mul(4);
        }
    }
    let sketch = sketch.fetch();
    let bytes = stored_bytes(sketch.bytes())?;
    match first(&bytes, true, most)? {
        Some(list) => rows(call, &list),
        None => unreachable!("all the bytes are there"),
    }
}

fn rows(call: Call<'_>, list: &List<'_>) -> SqlResult<Rows<5>> {
    let mut rows = Rows::new(call);
    let Some(domain) = list.domain else { return Ok(rows) };
    for row in &list.rows {
        let text = row.text(domain)?;
        rows.push(Row([
            text_column(from_utf8(text.as_bytes())),
            column(row.count as i64),
            column(row.lower as i64),
            column(row.upper as i64),
            column(row.certain),
        ]))?;
    }
    Ok(rows)
}
