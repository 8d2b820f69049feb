import type { SessionMember } from '../../platform/http/caller.ts';

/** Who has proven themselves, outside of any transaction. */
export interface Verified {
  readonly member: SessionMember;
  /**
   * Called first in the transaction that opens their session: uses the proof up, and holds the member to what was looked
   * at. So no session begins by a password, a code or a key that was taken back meanwhile.
   * @throws AppError where it was
   */
  use(): Promise<void>;
}
