import { placed } from '../../ground/place.ts';

/** The application's role, which is its login as well: nothing else is ever logged in to work with members' data. */
export const applicationRole = placed('trellis_app');

/**
 * What holds for every session of the login, through whatever pooler it comes: options of a connection are dropped on the
 * way, the login's own are not. Time-outs in milliseconds.
 */
export const loginSettings: Readonly<Record<string, string>> = {
  statement_timeout: '5000',
  lock_timeout: '2000',
  idle_in_transaction_session_timeout: '10000',
  // Functions that forbid a plan make it look dear: Debian's Postgres would compile it for seconds, where it runs for milliseconds.
  jit: 'off',
  // Never a temporary table in place of one of ours.
  search_path: placed('pg_catalog, public, pg_temp'),
};
