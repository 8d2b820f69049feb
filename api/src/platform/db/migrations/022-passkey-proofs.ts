import type { Migration } from './migration.ts';

/** A passkey proves an action as a code does: its challenge is given out for one member and one action. */
export const passkeyProofs: Migration = {
  name: '022-passkey-proofs',
  sql: `
    ALTER TABLE passkey_challenge DROP CONSTRAINT passkey_challenge_purpose_check;
    ALTER TABLE passkey_challenge DROP CONSTRAINT passkey_challenge_check;
    ALTER TABLE passkey_challenge ADD COLUMN action text;
    ALTER TABLE passkey_challenge ADD CHECK (purpose IN ('add', 'log_in', 'act')),
      ADD CHECK ((purpose <> 'log_in') = (member_id IS NOT NULL)),
      ADD CHECK ((purpose = 'act') = (action IS NOT NULL));
  `,
};
