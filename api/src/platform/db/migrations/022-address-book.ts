import type { Migration } from './migration.ts';

/** Where members' withdrawals may go. A new address waits before it can be used. */
export const addressBook: Migration = {
  name: '022-address-book',
  sql: `
    CREATE TABLE book_address (
      id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      member_id   bigint NOT NULL REFERENCES member,
      chain       text NOT NULL CHECK (chain IN ('BSC', 'TRON', 'BTC')),
      -- As checkAddress writes it: one address has one form.
      address     text NOT NULL,
      label       text NOT NULL CHECK (char_length(label) BETWEEN 1 AND 30),
      created_at  timestamptz NOT NULL,
      usable_from timestamptz NOT NULL,
      removed_at  timestamptz
    );
    -- Added again after it was removed, an address waits again.
    CREATE UNIQUE INDEX book_address_present ON book_address (member_id, chain, address) WHERE removed_at IS NULL;
    GRANT SELECT, INSERT, UPDATE ON book_address TO trellis_app;
  `,
};
