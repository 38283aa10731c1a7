//! Dates and times as text: the proleptic Gregorian calendar, in ISO 8601 as Postgres writes it.

/// The first day that Postgres has, 4714-11-24 BC, and the day behind its last date, both counted from
/// 2000-01-01.
const FIRST_DAY: i64 = -2_451_545;
const END_OF_DATES: i64 = 2_147_483_494 + FIRST_DAY;
/// The microseconds of a day.
const DAY: i64 = 86_400_000_000;
const FIRST_TIME: i64 = FIRST_DAY * DAY;
/// 294277-01-01.
const END_OF_TIMES: i64 = 9_223_371_331_200_000_000;

/// Whether Postgres has that date.
pub(super) fn is_date(days: i32) -> bool {
    matches!(days, i32::MIN | i32::MAX) || (FIRST_DAY..END_OF_DATES).contains(&days.into())
}

/// Whether Postgres has that time.
pub(super) fn is_timestamp(microseconds: i64) -> bool {
    matches!(microseconds, i64::MIN | i64::MAX)
        || (FIRST_TIME..END_OF_TIMES).contains(&microseconds)
}

/// The date that many days after 2000-01-01.
pub(super) fn date(days: i32) -> String {
    match days {
        i32::MAX => "infinity".into(),
        i32::MIN => "-infinity".into(),
        _ => with_era(days.into(), ""),
    }
}

/// The time that many microseconds after 2000-01-01 00:00, followed by a time zone.
pub(super) fn timestamp(microseconds: i64, zone: &str) -> String {
    match microseconds {
        i64::MAX => return "infinity".into(),
        i64::MIN => return "-infinity".into(),
        _ => {}
    }
    let seconds = microseconds.rem_euclid(DAY) / 1_000_000;
    let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let fraction = format!(".{:06}", microseconds.rem_euclid(1_000_000));
    let fraction = fraction.trim_end_matches('0').trim_end_matches('.');
    let time = format!(" {hour:02}:{minute:02}:{second:02}{fraction}{zone}");
    with_era(microseconds.div_euclid(DAY), &time)
}

/// The date and what follows it, before the era.
fn with_era(days: i64, time: &str) -> String {
    let (year, month, day) = year_month_day(days);
    match year {
        1.. => format!("{year:04}-{month:02}-{day:02}{time}"),
        // There is no year 0.
        _ => format!("{:04}-{month:02}-{day:02}{time} BC", 1 - year),
    }
}

/// Howard Hinnant: chrono-compatible low-level date algorithms. A year begins with March here, so that
/// the leap day is its last.
fn year_month_day(days: i64) -> (i64, i64, i64) {
    const FROM_YEAR_0: i64 = 730_425;
    const ERA: i64 = 146_097;
    let days = days + FROM_YEAR_0;
    let day_of_era = days.rem_euclid(ERA);
    let leap_days = day_of_era / 1_460 - day_of_era / 36_524 + day_of_era / 146_096;
    let year_of_era = (day_of_era - leap_days) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let year = year_of_era + 400 * days.div_euclid(ERA);
    match month {
        ..10 => (year, month + 3, day),
        _ => (year + 1, month - 9, day),
    }
}
