import { isUnfinished } from '@trellis/kit';
import { mountedFeatures } from '../router/featurePlaces.ts';

/** Whether loading the page again would lose something of the member's: the kit's forms and flows know, and features. */
export const isBusy = (): boolean => isUnfinished() || mountedFeatures().some((feature) => saysBusy(feature.busy));

/** A feature that cannot even answer must not keep the release away that mends it; its forms are counted by the kit. */
function saysBusy(busy: (() => boolean) | undefined): boolean {
  try {
    return busy?.() === true;
  } catch {
    return false;
  }
}
