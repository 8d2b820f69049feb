import { sqlState } from '../platform/db/database.ts';

interface Answered {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly problem: { readonly code: string };
}

/** `done`, or the code of the refusal. */
export const outcomeOf = ({ status, problem }: Answered): string => (status < 300 ? 'done' : problem.code);

/** A field of the answer, as `state`, or the code of the refusal. */
export const outcomeBy =
  (field: string) =>
  ({ status, body, problem }: Answered): unknown =>
    status === 200 ? body[field] : problem.code;

/** `done`, or the SQLSTATE of the refusal. */
export const sqlOutcome = (work: Promise<unknown>): Promise<unknown> => work.then(() => 'done', sqlState);
