import { Past } from '../ledger/past.ts';
import type { Database } from '../platform/db/database.ts';
import type { Measure } from '../platform/metrics/metrics.ts';

/** What the database knows of all processes: the value and its labels, by one statement each. */
const queries: readonly (Omit<Measure, 'read'> & { readonly sql: string })[] = [
  {
    name: 'processes',
    help: 'Processes that said within six seconds that they are there, by the role they stand for',
    labels: ['role'],
    sql: `SELECT jsonb_build_object('role', role) AS labels, count(*) AS value FROM process
           WHERE seen_at > clock_timestamp() - interval '6 seconds' GROUP BY role`,
  },
  {
    name: 'role_held',
    help: '1 while one of them has the role; for the jobs, while somebody does them',
    labels: ['role'],
    sql: `SELECT jsonb_build_object('role', role) AS labels,
                 EXISTS (SELECT FROM role_lease l WHERE l.role = r.role AND l.until > clock_timestamp())::integer AS value
            FROM (VALUES ('jobs')) AS r (role)`,
  },
  {
    name: 'job_failing_seconds',
    help: 'How long a job has failed without a success; 0 while it works',
    labels: ['job'],
    sql: `SELECT jsonb_build_object('job', name) AS labels,
                 coalesce(extract(epoch FROM product_now() - failing_since), 0) AS value FROM job`,
  },
  {
    name: 'job_overdue_seconds',
    help: 'By how much a job is late: after its next try, or a minute after it last said that it works',
    labels: ['job'],
    sql: `SELECT jsonb_build_object('job', name) AS labels,
                 greatest(extract(epoch FROM product_now() - coalesce(next_try_at, last_done_at + interval '1 minute')), 0) AS value
            FROM job`,
  },
  {
    name: 'queue_waiting',
    help: 'What waits for a job, up to 10,000',
    labels: ['queue'],
    sql: `SELECT jsonb_build_object('queue', job) AS labels, waiting AS value FROM job_queues()`,
  },
  {
    name: 'queue_oldest_seconds',
    help: 'How long the oldest of it has waited',
    labels: ['queue'],
    sql: `SELECT jsonb_build_object('queue', job) AS labels,
                 coalesce(greatest(extract(epoch FROM product_now() - oldest_at), 0), 0) AS value FROM job_queues()`,
  },
  {
    name: 'verification_age_seconds',
    help: 'Since the last run of the verifier ended',
    sql: `SELECT extract(epoch FROM product_now() - max(ended_at)) AS value FROM verification_run HAVING count(*) > 0`,
  },
  {
    name: 'verification_red',
    help: '1 if the last run of the verifier found something',
    sql: `SELECT red::integer AS value FROM verification_run ORDER BY id DESC LIMIT 1`,
  },
  {
    name: 'backup_age_seconds',
    help: 'Since the last backup was begun that was restored alongside and found whole',
    sql: 'SELECT extract(epoch FROM clock_timestamp() - max(taken_at)) AS value FROM checked_backup HAVING count(*) > 0',
  },
  {
    name: 'home',
    help: '0 in a copy of the database, as a restore makes it: nothing is mailed, watched or paid there',
    sql: 'SELECT is_home()::integer AS value',
  },
  {
    name: 'payouts_frozen',
    help: '1 while no payout leaves',
    sql: `SELECT count(*) AS value FROM payout_freeze WHERE ended_at IS NULL`,
  },
  {
    name: 'withdrawals_overdue',
    help: 'Withdrawals that are not decided or not paid although their deadline has passed',
    sql: `SELECT count(*) AS value FROM withdrawal WHERE status = 'pending_review' AND deadline_at < product_now()`,
  },
  {
    name: 'payout_oldest_seconds',
    help: 'Since the oldest payout was put on record that nothing has confirmed yet; 0 if there is none',
    sql: `SELECT coalesce(greatest(extract(epoch FROM product_now() - min(p.recorded_at)), 0), 0) AS value
            FROM withdrawal w JOIN withdrawal_payout p ON p.withdrawal = w.id AND p.state NOT IN ('invalid', 'confirmed')
           WHERE w.status = 'pending_review'`,
  },
  {
    name: 'deposits_in_suspense',
    help: 'Deposits that somebody has to decide on; not those below the minimum',
    sql: `SELECT count(*) AS value FROM deposit_transfer WHERE state = 'suspense'`,
  },
  {
    name: 'chain_faults_open',
    help: 'What a reader of a chain could not record and passed over, and nobody has closed',
    sql: 'SELECT count(*) AS value FROM chain_fault WHERE closed_at IS NULL',
  },
  {
    name: 'mails_dead',
    help: 'Mails that are not tried any more and nobody has dropped',
    sql: 'SELECT count(*) AS value FROM outbox_mail WHERE dead_at IS NOT NULL AND dropped_at IS NULL',
  },
  {
    name: 'feature_live',
    help: '1 for what has a release that is live for everybody; 0 while it is switched off',
    labels: ['feature'],
    sql: `SELECT jsonb_build_object('feature', feature) AS labels, (coalesce((array_agg(action ORDER BY id DESC)
                   FILTER (WHERE action IN ('on', 'off')))[1], 'on') = 'on')::integer AS value
            FROM release_event GROUP BY feature HAVING bool_or(action IN ('activate', 'rollback'))`,
  },
  {
    name: 'chain_behind_blocks',
    help: 'Blocks between the head of a chain and what was read of it',
    labels: ['chain', 'kind'],
    sql: `SELECT jsonb_build_object('chain', chain, 'kind', kind) AS labels, max(greatest(head - next_block + 1, 0)) AS value
            FROM chain_cursor GROUP BY chain, kind`,
  },
  {
    name: 'chain_look_age_seconds',
    help: 'Since somebody last read a chain',
    labels: ['chain', 'kind'],
    sql: `SELECT jsonb_build_object('chain', chain, 'kind', kind) AS labels,
                 extract(epoch FROM product_now() - max(looked_at)) AS value
            FROM chain_cursor WHERE looked_at IS NOT NULL GROUP BY chain, kind`,
  },
  {
    name: 'chain_halted',
    help: '1 where reading a chain was halted until somebody looks',
    labels: ['chain', 'kind'],
    sql: `SELECT jsonb_build_object('chain', chain, 'kind', kind) AS labels, count(halted_at) AS value
            FROM chain_cursor GROUP BY chain, kind`,
  },
];

/**
 * All that is asked at a look. The clock of the machine is held against the database's, as `/readyz` does.
 * @param isReady what `/readyz` says of this process
 */
export function measuresOf(
  database: Database,
  isReady: () => Promise<boolean>,
  past = new Past(database),
): readonly Measure[] {
  return [
    // First, before what follows takes connections itself.
    {
      name: 'pool_connections',
      help: 'Connections to the database of this process, but those for posting',
      labels: ['state'],
      read: async () => {
        const { busy, idle } = database.pool;
        return [
          { labels: { state: 'busy' }, value: busy },
          { labels: { state: 'idle' }, value: idle },
        ];
      },
    },
    {
      name: 'pool_waiting',
      help: 'How many wait for one of them',
      read: async () => [{ value: database.pool.waiting }],
    },
    {
      name: 'ready',
      help: '1 while this process is ready, as /readyz says it',
      read: async () => [{ value: Number(await isReady()) }],
    },
    {
      name: 'replica_behind_seconds',
      help: 'Age of the last seal that the replica has: what is younger, and all where there is no value, is read in the database',
      read: async () => (past.upTo ? [{ value: (Date.now() - past.upTo.getTime()) / 1_000 }] : []),
    },
    ...queries.map(({ sql, ...measure }) => ({
      ...measure,
      read: async () => {
        const rows = await database.rows<{ labels?: Record<string, string>; value: string | number }>(sql);
        return rows.map(({ labels, value }) => ({ ...(labels && { labels }), value: Number(value) }));
      },
    })),
    {
      name: 'clock_ahead_seconds',
      help: 'By how much the clock of this machine is ahead of the database, as far as the way of the question lets it be seen',
      read: async () => {
        const askedAt = Date.now();
        const row = await database.one<{ at: Date }>('SELECT clock_timestamp() AS at');
        return row ? [{ value: ((askedAt + Date.now()) / 2 - row.at.getTime()) / 1_000 }] : [];
      },
    },
  ];
}
