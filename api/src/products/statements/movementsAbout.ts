import type { Movement } from '../../ledger/statements.ts';
import type { Records } from '../wallet/records.ts';

/** A posting of a statement with what it is about: with whom, where to, which package. */
export interface MovementAbout extends Movement {
  readonly about: string | undefined;
}

/** Adds to movements of a member what they are about. */
export async function movementsAbout(
  records: Records,
  memberId: string,
  movements: readonly Movement[],
): Promise<MovementAbout[]> {
  const aboutOf = await records.aboutOf(memberId, movements);
  return movements.map((movement) => ({ ...movement, about: aboutOf(movement.memo).text }));
}
