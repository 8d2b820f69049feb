-- A certificate is made when its package can no longer be cancelled: what is cancelled takes no place in the chain.
ALTER TABLE certificate_due ADD COLUMN ready_at timestamptz;
UPDATE certificate_due d SET ready_at = p.counted_at FROM package p WHERE p.id = d.package;
DELETE FROM certificate_due d USING package_cancellation x WHERE x.package = d.package;
ALTER TABLE certificate_due ALTER COLUMN ready_at SET NOT NULL;
CREATE INDEX certificate_ready ON certificate_due (ready_at, place);
CREATE INDEX package_cancellable ON package (member, counted_at) WHERE cancel_days > 0;
