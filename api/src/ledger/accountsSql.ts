import { memberAccounts, systemAccounts } from './accounts.ts';

const cases = (accounts: Readonly<Record<string, { readonly code: number }>>): string =>
  Object.entries(accounts)
    .map(([name, { code }]) => `    WHEN '${name}' THEN ${code}`)
    .join('\n');

/** Current SQL (`ledger/accounts.sql`, which `npm run schema` writes) that gives accounts the names they have here. */
export const installedAccounts = (): string =>
  `-- Written by npm run schema from ledger/accounts.ts: accounts by their names. Where the name is a constant, Postgres puts the code
-- in place of the call.

CREATE OR REPLACE FUNCTION account_of(p_member bigint, p_name text) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT p_member * 1000 + CASE p_name
${cases(memberAccounts)}
  END
$$;

CREATE OR REPLACE FUNCTION system_account(p_name text) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT (CASE p_name
${cases(systemAccounts)}
  END)::bigint
$$;

GRANT EXECUTE ON FUNCTION account_of, system_account TO trellis_app;
`;
