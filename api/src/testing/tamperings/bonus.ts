import { countsOnce, daysMakeUp, hana, type Tamperings } from '../tampering.ts';

const promises = 'what is committed is what is promised and not yet paid';
const days = 'bonus days follow each other, and each pays within its budget what its lines are paid';
const promised = 'what a bonus day pays was promised in its own journal, out of the pool';
const follows = 'every line of a bonus day follows from what it says, by the terms of its day';
const paid = 'a bonus that was paid has its own journal, with its amounts and nobody else’s';
const corrected = 'a bonus was corrected by what was asked for, of whom it was, and under the key of its request';
const partners = 'every posting has its journal, and every journal at least two postings';
const approved = 'what takes other people was approved by as many, and not by who asked';
const standing = 'each member stands as the last of their lines left them';
const salesOnDays = 'the index has the sales of every member, on their days, or they wait to be folded in';
const hangs = 'on every day, what hangs off a node of the index is the whole of that path, and blocks are their nodes';
const tooOld = 'what the index knows to be too old is the volume of the days up to the last that is';
const again = 'each bonus day, worked out anew from tree, sales and packages, comes to its lines';

const demo = `(SELECT id FROM member WHERE username = 'demo')`;
/** As it would be closed with a tenth of a pool of 100, for what its lines are. */
const aDay = (demand: number, paying: number, lines: number): string =>
  `INSERT INTO bonus_day (day, terms, pool, budget, demand, paid, lines, expired_through, closed_at, closed_by)
     SELECT current_date, jsonb_build_object('directPpm', 30000, 'pairingPpm', 50000, 'budgetPpm', 100000, 'rpPpm', 200000,
              'ownValuePpm', NULL, 'carryDays', 180, 'capDivisor', 30, 'caps', '{}'::jsonb, 'sale', '{"open": true, "closedIn": ""}'::jsonb),
            100, 10, ${demand}, ${paying}, ${lines}, current_date - 181, now(), CASE WHEN ${paying} > 0 THEN gen_random_uuid() END`;
const aLine = (values: string): string =>
  `INSERT INTO bonus_line (member, day, qualified, left_stock, right_stock, left_gone, right_gone, matched, direct_points, direct,
                           pairing, cap, cut, own_value, month_before, over_limit, due, paid, rp, paid_by, paid_at)
     VALUES (${hana}, current_date, true, 0, 0, 0, 0, 0, ${values})`;
const noDay = ['DELETE FROM bonus_line', 'DELETE FROM bonus_day'];
const ofDemo = (day: number, volume: number): string =>
  `INSERT INTO team_day SELECT path, 0, current_date + ${day}, pos, 0, ${volume}, 0, 0 FROM team WHERE node_id = ${demo}`;

/** What sales and the team bonus have to show. */
export const bonusTamperings: Tamperings = {
  'a sale of a package that is not there': {
    red: [countsOnce, salesOnDays],
    does: [`INSERT INTO sale VALUES (gen_random_uuid(), ${hana}, 'Clear', 3, current_date, current_date + 90, now())`],
    undoes: ['DELETE FROM sale'],
  },
  'a bonus day that pays nobody': { red: [days, promised], does: [aDay(0, 1, 0)], undoes: noDay },
  'a line that cuts what nobody earned': {
    red: [follows, again],
    does: [aDay(0, 0, 1), aLine('0, 0, 5, 0, 5, 0, 0, 0, 0, 0, 0, NULL, NULL')],
    undoes: noDay,
  },
  'a bonus that was paid by no journal': {
    red: [promised, paid, standing, again],
    does: [aDay(3, 3, 1), aLine('100, 3, 0, 0, 0, 0, 0, 0, 3, 3, 0, gen_random_uuid(), now()')],
    undoes: noDay,
  },
  'a bonus that nothing is promised for': {
    red: [promises, promised, standing, again],
    does: [aDay(3, 3, 1), aLine('100, 3, 0, 0, 0, 0, 0, 0, 3, 3, 0, NULL, NULL')],
    undoes: noDay,
  },
  'a correction that nobody asked for': {
    red: [partners, corrected, approved],
    does: [
      `INSERT INTO journal (owner, key, id, request_hash, kind, memo, recorded_at)
       SELECT ${hana}, 'bonus-correction:1', gen_random_uuid(), sha256(''), 'bonus_correction', '{}', recorded_at FROM journal LIMIT 1`,
    ],
    undoes: [`DELETE FROM journal WHERE kind = 'bonus_correction'`],
  },
  'volume used up without a line': {
    red: [standing],
    does: [`INSERT INTO bonus_standing VALUES (${hana}, 1, 1, date_trunc('month', current_date), 0)`],
    undoes: ['DELETE FROM bonus_standing'],
  },
  'a day that brought more than was ever': {
    red: [daysMakeUp, hangs],
    does: [ofDemo(1, 1)],
    undoes: ['DELETE FROM team_day WHERE day = current_date + 1'],
  },
  'a sale that is on another day higher up': {
    red: [hangs],
    does: [ofDemo(1, 1), ofDemo(2, -1)],
    undoes: ['DELETE FROM team_day WHERE day > current_date'],
  },
  'volume that expired too early': {
    red: [tooOld],
    does: [`INSERT INTO team_expired VALUES (${demo}, 1, 0)`],
    undoes: ['DELETE FROM team_expired'],
  },
};
