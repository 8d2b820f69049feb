-- A code is good for ten minutes and does not wait behind what is mailed to everybody: 0 is a code, 1 what is about the
-- safety of an account, 2 everything else (platform/mail/mailKinds.ts). A process of the version before writes 2 and sends
-- by due_at, for which its index stays until the next version.
ALTER TABLE outbox_mail ADD COLUMN priority smallint NOT NULL DEFAULT 2
  CONSTRAINT outbox_mail_priority CHECK (priority IN (0, 1, 2));
CREATE INDEX outbox_mail_next ON outbox_mail (priority, due_at) WHERE sent_at IS NULL AND dead_at IS NULL;
-- What the mail server did not take although it was not for the mail's own sake.
CREATE INDEX outbox_mail_put_off ON outbox_mail (created_at)
  WHERE sent_at IS NULL AND dead_at IS NULL AND last_error IS NOT NULL AND last_error !~ '^(smtp[.]|address$)';
UPDATE outbox_mail SET priority = 0 WHERE template LIKE '%Code' AND sent_at IS NULL AND dead_at IS NULL;
