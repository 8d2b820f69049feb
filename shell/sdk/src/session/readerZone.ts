import type { UserOf } from '@trellis/api-contract';
import { showZone } from '@trellis/kit';
import { store } from '../store.ts';
import { sessionKnown } from './session.ts';

/** Shows moments in the zone that the member has chosen, whenever one comes, leaves or chooses another. */
export function followZone(): void {
  const show = () => showZone((store.getState().session.user as Partial<UserOf<'member'>> | null)?.timeZone);
  show();
  store.subscribe(show);
}

/** The member has chosen this zone, and the profile has it; `null`: that of their device. */
export function zoneChosen(timeZone: string | null): void {
  const { user } = store.getState().session;
  if (user) store.dispatch(sessionKnown({ ...user, timeZone: timeZone ?? undefined } as UserOf<'member'>));
}
