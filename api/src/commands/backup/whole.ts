import { ExplainedError } from '../../ground/explainedError.ts';
import { type Verification, verifyAndRecord } from '../../ledger/verification/verification.ts';
import { withVerifier } from '../../ledger/verification/verifier.ts';
import { migrate } from '../../platform/db/migrate.ts';

/** The last seal of a database, for whoever compares it with what the log has. */
export interface LastSeal {
  readonly number: string;
  /** In hexadecimal digits. */
  readonly digest: string;
}

/**
 * Brings a restored database up to date, with its roles and rights, and looks at all of it: every invariant, and every seal.
 * @throws ExplainedError if anything is broken
 */
export async function seeThatItIsWhole(ownerUrl: string, expect?: string): Promise<LastSeal | undefined> {
  await migrate(ownerUrl);
  const { broken, seals } = await withVerifier(ownerUrl, (client) =>
    verifyAndRecord(client, expect === undefined ? {} : { expect }),
  );
  if (broken.length > 0) throw new ExplainedError(`What was restored is not whole:\n${sentences(broken)}`);
  return seals.last && { number: String(seals.last.number), digest: seals.last.digest };
}

const sentences = (broken: Verification['broken']): string =>
  broken.map(({ name, rows }) => `  ${name}: ${JSON.stringify(rows.slice(0, 3))}`).join('\n');
