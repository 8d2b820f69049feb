import { Screen } from '@trellis/kit';
import type { ComponentProps } from 'react';
import { SecurityPlaces } from './SecurityPlaces.tsx';

/** A screen of what keeps the account the member's; where there is room, the others stand alongside it. */
export function SecurityScreen(screen: Omit<ComponentProps<typeof Screen>, 'back' | 'alongside' | 'layout'>) {
  return <Screen {...screen} back="/account" beside={<SecurityPlaces />} />;
}
