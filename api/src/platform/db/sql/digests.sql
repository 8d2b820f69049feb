-- How digests of seals and of the audit log spell what they cover: ledger/README.md documents it, and sealCheck.ts
-- and invariants.ts in ledger/verification compute the same without these functions.
--
-- Both are written so that Postgres puts their expression in place of the call (STABLE, for convert_to is no more): a
-- seal of a thousand journals spells some twenty thousand fields.

-- A field: its length in bytes, a colon, itself and a comma; a missing one is a hyphen and a comma. So no two lists of
-- fields give one text.
CREATE OR REPLACE FUNCTION digest_field(p_text text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce(octet_length(convert_to(p_text, 'UTF8')) || ':' || p_text, '-') || ','
$$;

-- Microseconds since 1970. Only tampering makes a time infinite; it must not stop the sealing.
CREATE OR REPLACE FUNCTION digest_time(p_time timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN isfinite(p_time) THEN (extract(epoch FROM p_time) * 1000000)::bigint::text ELSE p_time::text END
$$;
