import type { WaitingAction } from '@trellis/api-contract/operator';

/** What has to be typed before money goes on. */
export const payoutsPhrase = 'payouts';

/** What waits, as far as its approval needs it. */
interface Approvable {
  readonly id: string;
  readonly action: WaitingAction;
  readonly subject: string;
}
/** What has to be typed with an approval to go on after a stop, or back behind the floor; wherever it is given. */
export function confirmPhraseOf({ action, subject }: Approvable): string | undefined {
  switch (action) {
    case 'payouts.unfreeze':
      return payoutsPhrase;
    case 'release.approve_on':
      return subject;
    case 'release.approve_below_floor':
    case 'release.approve_lower_floor':
      return subject.split(' ').at(-1);
    default:
      return undefined;
  }
}
