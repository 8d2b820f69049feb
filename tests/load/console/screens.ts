import type { Random } from '../../../api/src/testing/index.ts';
import { valuesOf } from './database.ts';

/** What a screen asks, another thing with each call. */
type Asked = readonly [name: string, path: () => Promise<string>];

/** What the screens of the console ask for their first content. */
export function screens(url: string, random: Random, members: number): readonly Asked[] {
  const someone = () => `crowd${random.below(members) + 1}`;
  const drawn = new Map<string, Promise<string[]>>();
  /** One of some that are there, read once. */
  const one = async (query: string): Promise<string> => {
    const values = await (drawn.get(query) ?? drawn.set(query, valuesOf(url, query)).get(query) ?? []);
    return values[random.below(values.length)] ?? '';
  };
  const open = `SELECT id AS value FROM withdrawal WHERE status = 'pending_review' LIMIT 1000`;
  const ended = `SELECT id AS value FROM withdrawal WHERE status <> 'pending_review' LIMIT 1000`;
  const address = 'SELECT address AS value FROM withdrawal LIMIT 1000';
  const transaction = `SELECT encode(transaction, 'hex') AS value FROM deposit_transfer LIMIT 1000`;
  const journal = 'SELECT id AS value FROM journal LIMIT 1000';
  const request = 'SELECT request_id AS value FROM security_event LIMIT 1000';
  const inquiry = `SELECT id AS value FROM inquiry WHERE status = 'received' LIMIT 1000`;
  return [
    ['overview', async () => '/overview'],
    ['approvals', async () => '/approvals/waiting'],
    ['withdrawals in review', async () => '/withdrawals?view=review'],
    ['withdrawals that ended', async () => '/withdrawals?view=ended'],
    ['withdrawals of one member', async () => `/withdrawals?view=ended&username=${someone()}`],
    ['withdrawals by risk', async () => '/withdrawals?view=review&risk=large'],
    ['withdrawals, a later page', async () => `/withdrawals?view=ended&after=${await one(ended)}`],
    ['one withdrawal', async () => `/withdrawals/${await one(open)}`],
    ['deposits in suspense', async () => '/deposits'],
    ['deposits credited', async () => '/deposits?state=credited'],
    ['deposits of one member', async () => `/deposits?state=credited&username=${someone()}`],
    ['found by name', async () => `/search?q=${someone()}`],
    ['found by e-mail', async () => `/search?q=${encodeURIComponent(`${someone()}@example.com`)}`],
    ['found by transaction', async () => `/search?q=${await one(transaction)}`],
    ['found by reference', async () => `/search?q=${await one(journal)}`],
    ['found by request', async () => `/search?q=${await one(request)}`],
    ['found by address', async () => `/search?q=${await one(address)}`],
    ['member file', async () => `/members/${someone()}`],
    ['member history', async () => `/members/${someone()}/timeline`],
    ['member looks', async () => `/members/${someone()}/timeline?kind=looks`],
    ['member equation', async () => `/members/${someone()}/equation`],
    ['equation of 5,000 postings', async () => '/members/crowd1/equation'],
    ['history of 5,000 postings', async () => '/members/crowd1/timeline'],
    ['inquiries', async () => '/inquiries?order=wait'],
    ['one inquiry', async () => `/inquiries/${await one(inquiry)}`],
    ['audit log', async () => '/audit'],
    ['audit log, changes alone', async () => '/audit?without=looks'],
    ['audit log of a subject', async () => `/audit?subject=${someone()}`],
    ['operators', async () => '/operators'],
    ['releases', async () => '/releases'],
    ['rates', async () => '/rates'],
    ['rules', async () => '/rules'],
    ['pools', async () => '/pools'],
    ['solvency', async () => '/solvency'],
    ['payout freeze', async () => '/payouts/freeze'],
    ['incident log', async () => '/incident/log'],
    ['release health', async () => '/releases/wallet/health'],
    ['what was asked for', async () => '/approvals'],
    ['fees given back', async () => '/approvals?action=fee.return'],
    ['everybody to be notified', async () => '/announcements/audience'],
    ['users of a feature to be reported', async () => '/announcements/audience?feature=wallet'],
  ];
}
