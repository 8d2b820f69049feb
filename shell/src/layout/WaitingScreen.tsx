import { Screen, Skeleton, SkeletonCard, SkeletonRows } from '@trellis/kit';
import { StillLoading, usePlaceName } from '@trellis/shell-sdk/host';
import { ownerOf } from '../router/access.ts';

/** In the place of a screen that is on its way. The skeleton that the server wrote has the same shape. */
export function WaitingScreen({ pathname }: { pathname: string }) {
  const name = usePlaceName(ownerOf(pathname) ?? 'shell');
  const isHome = pathname === '/' || pathname === '/wallet';
  const place = /^\/(team|account)$/.exec(pathname)?.[1];
  return (
    <Screen title={name} {...(isHome && { layout: 'home', head: <Skeleton size="hero" width={0.5} /> })}>
      <StillLoading />
      {!place && <SkeletonCard hero={!isHome} />}
      <SkeletonRows place={place} />
    </Screen>
  );
}
