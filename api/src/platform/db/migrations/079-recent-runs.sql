-- Of large books the hourly run looks at what is recent, and at all of them once a day.
ALTER TABLE invariant ADD COLUMN recent text;
ALTER TABLE verification_run ADD COLUMN since timestamptz;
