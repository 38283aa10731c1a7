-- The outcome of a statement: its result, or the SQLSTATE, the message, the detail and the hint of its error.
CREATE FUNCTION outcome(statement text, OUT code text, OUT result text, OUT detail text, OUT hint text)
LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE statement INTO result;
    code := 'accepted';
EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS code = RETURNED_SQLSTATE, result = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL,
        hint = PG_EXCEPTION_HINT;
END
$$;
