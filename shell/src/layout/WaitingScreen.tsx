import { Screen, Skeleton, SkeletonCard, SkeletonRows } from '@trellis/kit';
import { StillLoading, usePlaceName } from '@trellis/shell-sdk/host';
import { ownerOf } from '../router/access.ts';

/** In the place of a screen that is on its way. */
export function WaitingScreen({ pathname }: { pathname: string }) {
  const name = usePlaceName(ownerOf(pathname) ?? 'shell');
  // The skeleton that the server wrote has the same shape.
  const isHome = pathname === '/' || pathname === '/wallet';
  return (
    <Screen title={name} {...(isHome && { layout: 'home', head: <Skeleton size="hero" width={0.5} /> })}>
      <StillLoading />
      <SkeletonCard hero={!isHome} />
      <SkeletonRows />
    </Screen>
  );
}
