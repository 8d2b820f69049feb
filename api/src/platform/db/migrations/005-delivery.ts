import type { Migration } from './migration.ts';

/** Stored answers of idempotent calls, the mail outbox, and which release of a feature is active. */
export const delivery: Migration = {
  name: '005-delivery',
  sql: `
    CREATE TABLE stored_answer (
      owner        bigint NOT NULL,
      key          text NOT NULL,
      request_hash bytea NOT NULL,
      status       smallint NOT NULL,
      -- json, not jsonb: a replay is the very text that was answered.
      body         json NOT NULL,
      created_at   timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (owner, key)
    );

    CREATE TABLE outbox_mail (
      id         uuid PRIMARY KEY,
      recipient  text NOT NULL,
      template   text NOT NULL,
      language   text NOT NULL,
      -- Removed once the mail is sent: it may hold a code.
      params     jsonb,
      created_at timestamptz NOT NULL,
      attempts   smallint NOT NULL DEFAULT 0,
      due_at     timestamptz NOT NULL,
      sent_at    timestamptz
    );
    CREATE INDEX outbox_mail_due ON outbox_mail (due_at) WHERE sent_at IS NULL;

    -- Append-only: the latest row of a feature is the active release.
    CREATE TABLE release_activation (
      id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      feature      text NOT NULL,
      release      text NOT NULL,
      activated_at timestamptz NOT NULL DEFAULT now(),
      reason       text NOT NULL
    );
    CREATE INDEX release_activation_latest ON release_activation (feature, id DESC);

    GRANT SELECT, INSERT ON stored_answer, release_activation TO trellis_app;
    GRANT SELECT, INSERT, UPDATE ON outbox_mail TO trellis_app;
  `,
};
