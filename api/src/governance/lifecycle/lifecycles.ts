import {
  type DepositState,
  type InquiryStatus,
  inquiryStatuses,
  type WithdrawalStep,
  withdrawalSteps,
} from '@trellis/api-contract';
import { ExplainedError } from '../../ground/explainedError.ts';
import { placed } from '../../ground/place.ts';
import type { Database } from '../../platform/db/database.ts';

/** What goes through states, and its states as this version knows them; where it can go is in `governance/lifecycle/lifecycle.sql`. */
interface States {
  readonly withdrawal: WithdrawalStep;
  /** What still confirms is not recorded yet. */
  readonly deposit: Exclude<DepositState, 'confirming'>;
  readonly inquiry: InquiryStatus;
  readonly payout: 'recorded' | 'seen' | 'mismatched' | 'confirmed' | 'invalid';
  readonly stake: 'ongoing' | 'unlocked' | 'applied' | 'ended';
  readonly factor_reset: 'open' | 'done' | 'moot' | 'cancelled' | 'withdrawn' | 'lapsed';
}

export type LifecycleSubject = keyof States;

const states: { readonly [Subject in LifecycleSubject]: readonly States[Subject][] } = {
  withdrawal: withdrawalSteps,
  deposit: ['below_minimum', 'held_unverified', 'suspense', 'credited', 'returning', 'returned'],
  inquiry: inquiryStatuses,
  payout: ['recorded', 'seen', 'mismatched', 'confirmed', 'invalid'],
  stake: ['ongoing', 'unlocked', 'applied', 'ended'],
  factor_reset: ['open', 'done', 'moot', 'cancelled', 'withdrawn', 'lapsed'],
};

/** At whose word something goes on. */
const movers = ['member', 'operator', 'chain', 'time'] as const;
export type Mover = (typeof movers)[number];

/** What goes from a state to another, and who says so. */
export interface Move<Subject extends LifecycleSubject> {
  readonly subject: Subject;
  readonly from: States[Subject];
  readonly to: States[Subject];
  readonly who: Mover;
}

/** Whether there is such a way. What else has to be so for it, the database sees when it is gone. */
export async function mayMove<Subject extends LifecycleSubject>(
  database: Database,
  { subject, from, to, who }: Move<Subject>,
): Promise<boolean> {
  const row = await database.one<{ may: boolean }>('SELECT may_move($1, $2, $3, $4) AS may', [subject, from, to, who]);
  return row?.may ?? false;
}

/** Every thing with each of its states. */
export const knownStates = (): string[] =>
  Object.entries(states).flatMap(([subject, each]) => each.map((state) => `${subject}${state}`));

/**
 * Sees at the start that the database knows all things and states of this version, moved by those whom it knows, and that all
 * that the database asks for is a function there. A newer version may have brought states that this one does not know.
 * @throws ExplainedError if not
 */
export async function checkLifecycles(database: Database): Promise<void> {
  const rows = await database.rows<{
    subject: string;
    from: string | null;
    to: string;
    who: string[];
    missing: string[];
  }>(
    placed(`SELECT subject, from_state AS "from", to_state AS "to", who,
            ARRAY(SELECT name FROM unnest(requires) AS name WHERE to_regproc('public.' || name) IS NULL) AS missing
       FROM lifecycle_transition`),
  );
  const known = Object.entries(states).flatMap(([subject, each]) => each.map((state) => `${subject} ${state}`));
  const there = new Set(
    rows.flatMap(({ subject, from, to }) =>
      [from, to].filter((state) => state !== null).map((state) => `${subject} ${state}`),
    ),
  );
  const differing = [
    ...known.filter((state) => !there.has(state)),
    ...rows.flatMap(({ who }) => who).filter((who) => !(movers as readonly string[]).includes(who)),
    ...rows.flatMap(({ missing }) => missing),
  ];
  if (differing.length > 0)
    throw new ExplainedError(
      `Lifecycles of the database and of this version differ: ${[...new Set(differing)].join(', ')}.`,
    );
}
