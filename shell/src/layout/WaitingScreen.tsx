import { Screen, SkeletonCard, SkeletonRows } from '@trellis/kit';
import { StillLoading, usePlaceName } from '@trellis/shell-sdk/host';
import { ownerOf } from '../router/access.ts';

/** In the place of a screen that is on its way. */
export function WaitingScreen({ pathname }: { pathname: string }) {
  const name = usePlaceName(ownerOf(pathname) ?? 'shell');
  return (
    <Screen title={name}>
      <StillLoading />
      <SkeletonCard hero />
      <SkeletonRows />
    </Screen>
  );
}
