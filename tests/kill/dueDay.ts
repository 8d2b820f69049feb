import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

/** Of each member: enough that a day of them is in hand for longer than the product is left alive. */
const each = { packages: 100, stakes: 10 };
const waitMs = 120_000;

/**
 * Packages and stakes of everybody who is not erased, as the product's own functions begin them; of half of the stakes it is
 * chosen that they go on with their profit. Ninety days later all of the packages have come back, every stake's term is over, and
 * each of those days has its team bonus.
 */
export async function fillDay(ownerUrl: string, { packages, stakes } = each): Promise<void> {
  await withClient(ownerUrl, async (client) => {
    await client.query(
      `SELECT post(gen_random_uuid(), id, 'demo-day', '\\x00', 'opening', '{}', ARRAY[id * 1000 + 101, 201],
                   ARRAY[11000000000, -11000000000], NULL, NULL, NULL) FROM member WHERE erased_at IS NULL`,
    );
    await client.query(`DO $$
      DECLARE v_member bigint; v_rate bigint; v_stake uuid;
      BEGIN
        SELECT id INTO v_rate FROM market_rate_at('CP', 'USD', product_now());
        FOR v_member IN SELECT id FROM member WHERE erased_at IS NULL ORDER BY id LOOP
          FOR n IN 1 .. ${packages} LOOP
            PERFORM purchase_packages(jsonb_build_array(jsonb_build_object('id', gen_random_uuid(), 'member', v_member,
              'journal', gen_random_uuid(), 'key', 'demo-package-' || n, 'hash', '00', 'level', 'Clear', 'rp', '0')));
          END LOOP;
          FOR n IN 1 .. ${stakes} LOOP
            v_stake := gen_random_uuid();
            PERFORM begin_stake(v_member, jsonb_build_object('cp', 100000000, 'rate', v_rate, 'shownReward', 0,
              'shownMaturesOn', (product_now() AT TIME ZONE 'UTC')::date + 90), v_stake, gen_random_uuid(), 'demo-stake-' || n, '\\x00');
            IF n % 2 = 0 THEN PERFORM choose_for_stake(v_member, v_stake, 1, 'balance', NULL, NULL, 0); END IF;
          END LOOP;
        END LOOP;
      END $$`);
  });
}

// A day of bonuses is closed when it is over for ten minutes.
const due = `SELECT (SELECT count(*) FROM package_loop WHERE released_by IS NULL AND NOT cancelled AND due_on <= today)::integer
    + (SELECT count(*) FROM stake WHERE state = 'ongoing' AND matures_on <= today)::integer
    + (SELECT count(*) FROM bonus_line WHERE paid > 0 AND paid_by IS NULL)::integer
    + (SELECT over - 1 - coalesce(closed_day, open_day - 1) FROM bonus_calendar) + (SELECT count(*) FROM team_event)::integer AS left
  FROM (SELECT (product_now() AT TIME ZONE 'UTC')::date AS today,
               ((product_now() - interval '10 minutes') AT TIME ZONE 'UTC')::date AS over) now`;

/** Waits until nothing is due any more. @throws Error if something stays so */
export async function dayIsOver(ownerUrl: string): Promise<void> {
  const giveUpAt = Date.now() + waitMs;
  for (;;) {
    const left = await leftOf(ownerUrl);
    if (left === 0) return;
    if (Date.now() > giveUpAt) throw new Error(`${left} parts, stakes, bonuses and days are due and stay so`);
    await delay(200);
  }
}

/** How much is due and was not done. */
export const leftOf = (ownerUrl: string): Promise<number> =>
  withClient(ownerUrl, async (client) => {
    const { rows } = await client.query<{ left: number }>(due);
    return rows[0]?.left ?? 0;
  });

/** How much of the team bonus there was, all of it under kills. */
export const bonusesOf = (ownerUrl: string): Promise<{ bonusDays: number; bonusesPaid: number }> =>
  withClient(ownerUrl, async (client) => {
    const { rows } = await client.query<{ bonusDays: number; bonusesPaid: number }>(
      `SELECT (SELECT count(*) FROM bonus_day)::integer AS "bonusDays",
              (SELECT count(*) FROM bonus_line WHERE paid_by IS NOT NULL)::integer AS "bonusesPaid"`,
    );
    return rows[0] ?? { bonusDays: 0, bonusesPaid: 0 };
  });

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
