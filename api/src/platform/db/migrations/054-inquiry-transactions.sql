-- What an inquiry is about, where that never became a record: a deposit that was not credited has none.
ALTER TABLE inquiry ADD COLUMN transaction text CHECK (transaction ~ '^(0x)?[0-9a-f]{64}$');
