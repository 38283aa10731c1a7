-- Writes texts.txt: values in canonical bytes, and the text that Postgres shows for them with its default settings.
--   scripts/with-server psql -XAtq -F ' ' -f tests/values/texts.sql >tests/values/texts.txt
SET TimeZone = 'UTC';
SET DateStyle = 'ISO, MDY';

CREATE FUNCTION reversed(bytes bytea) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT string_agg(encode(substr(bytes, at, 1), 'hex'), '' ORDER BY at DESC) FROM generate_series(1, length(bytes)) AS at
$$;
-- A number below 2^bits, the same on every run.
CREATE FUNCTION number(n bigint, what text, bits int) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
    SELECT (('x' || substr(md5(what || n), 1, 16))::bit(64)::bigint >> (64 - bits)) & ((1::bigint << bits) - 1)
$$;

SELECT 'integer', reversed(int8send(v)), v
FROM unnest('{0,1,-1,42,127,-128,2147483647,-2147483648,9223372036854775807,-9223372036854775808}'::bigint[]) AS v;

SELECT 'boolean', encode(boolsend(v), 'hex'), v::text FROM unnest('{true,false}'::boolean[]) AS v;

SELECT 'float', reversed(float8send(v)), v
FROM (
    SELECT unnest('{0,1,-1,0.1,0.5,1.5,100,1e5,1e14,123456789012345,999999999999999,1e15,-1e15,1e16,1e20,1e22,1e23,1e100,0.001,
        0.0001,0.00012345,0.00001,-0.00001,1e-7,1.5e-7,1e-100,5e-324,2.2250738585072014e-308,1.7976931348623157e308,
        9007199254740991,9007199254740993,0.3,2.5e-5,NaN,Infinity,-Infinity}'::float8[])
    UNION ALL SELECT unnest('{0.1,1.1,3.4028235e38,1e-45,16777216}'::real[])
    UNION ALL SELECT power(2::float8, n) FROM generate_series(-1074, 1023, 7) AS n
    UNION ALL SELECT number(n, 'mantissa', 53) * power(2::float8, number(n, 'exponent', 11) % 1900 - 1000)
        FROM generate_series(1, 300) AS n
    UNION ALL SELECT number(n, 'decimal', 20) / 1000.0::float8 FROM generate_series(1, 100) AS n
) AS v(v);

SELECT 'numeric', encode(convert_to(trim_scale(v)::text, 'UTF8'), 'hex'), trim_scale(v)
FROM unnest('{0,1,-1,1.00,-12.50,0.001,-0.5,1000,1e20,1e-20,NaN,Infinity,-Infinity,12345678901234567890.0987654321}'::numeric[]) AS v;

SELECT 'uuid', replace(v::text, '-', ''), v
FROM unnest('{00000000-0000-0000-0000-000000000000,123e4567-e89b-12d3-a456-426614174000}'::uuid[]) AS v;

SELECT 'bytea', encode(v, 'hex'), v FROM unnest(ARRAY['\x', '\x00', '\xdeadbeef', '\x5c78']::bytea[]) AS v;

SELECT 'date', reversed(date_send(v)), v
FROM (
    SELECT unnest('{2000-01-01,1999-12-31,1970-01-01,2024-02-29,1900-02-28,1900-03-01,0001-01-01,0001-12-31 BC,0044-03-15 BC,
        0005-02-29 BC,4714-11-24 BC,4713-01-01 BC,9999-12-31,10000-01-01,294276-12-31,5874897-12-31,infinity,-infinity}'::date[])
    UNION ALL SELECT '0400-03-01 BC'::date + (n * 1009)::int FROM generate_series(0, 900) AS n
    UNION ALL SELECT '2000-01-01'::date + (number(n, 'day', 31) - 2451545)::int FROM generate_series(1, 99) AS n
        WHERE number(n, 'day', 31) < 2147483494
) AS v(v);

SELECT 'timestamp', reversed(timestamp_send(v)), v
FROM (
    SELECT unnest('{2000-01-01 00:00:00,1999-12-31 23:59:59.999999,2024-02-29 12:00:00.000001,2024-02-29 12:34:56.7,
        0044-03-15 23:59:59 BC,0001-12-31 23:59:59.5 BC,4714-11-24 00:00:00 BC,4714-11-24 00:00:00.000001 BC,
        294276-12-31 23:59:59.999999,10000-01-01 01:02:03.00400,infinity,-infinity}'::timestamp[])
    UNION ALL SELECT '2000-01-01'::timestamp + number(n, 'time', 62) * interval '1 microsecond' FROM generate_series(1, 99) AS n
    UNION ALL SELECT '2000-01-01'::timestamp - number(n, 'before', 57) * interval '1 microsecond' FROM generate_series(1, 99) AS n
) AS v(v);

SELECT 'timestamptz', reversed(timestamptz_send(v)), v
FROM (
    SELECT unnest('{2000-01-01 00:00:00+00,1999-12-31 23:59:59.999999+00,2024-02-29 12:00:00.000001+05:30,
        0044-03-15 23:59:59+00 BC,4714-11-24 00:00:00+00 BC,294276-12-31 23:59:59.999999+00,infinity,-infinity}'::timestamptz[])
) AS v(v);

SELECT 'inet', CASE family(v) WHEN 4 THEN '04' ELSE '06' END || lpad(to_hex(masklen(v)), 2, '0') || substr(encode(inet_send(v), 'hex'), 9), v
FROM (
    SELECT unnest('{127.0.0.1,0.0.0.0,255.255.255.255,10.0.0.0/8,10.1.2.3/8,10.0.0.1/0,192.168.1.7/31,::,::1,::2,::ff,::100,::ffff,::1:0,
        ::1:2,::ffff:1.2.3.4,::ffff:0:0,::fffe:1.2.3.4,::1:ffff:1.2.3.4,1::,1::1,1:0:0:1::,1:0:0:1:0:0:0:1,0:0:1::1,1:0:1:0:1:0:1:0,
        1:2:3:4:5:6:7:8,2001:db8::/32,2001:db8::1/64,fe80::1/10,ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff,::1.2.3.4/96,::/0,0:0:0:0:0:1::,
        1:0:0:2:0:0:3:4,0:1:0:1:0:1:0:1}'::inet[])
    UNION ALL SELECT (SELECT string_agg(CASE WHEN number(n * 8 + at, 'zero', 2) > 0 THEN '0' ELSE to_hex(number(n * 8 + at, 'word', 16)) END, ':')
        FROM generate_series(0, 7) AS at)::inet FROM generate_series(1, 99) AS n
) AS v(v);
