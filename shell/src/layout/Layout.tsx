import { FailureScreen, useUser } from '@trellis/shell-sdk/host';
import { useEffect, useState } from 'react';
import { Navigate, Outlet, useLocation, useNavigation } from 'react-router-dom';
import { useOpenPage } from '../openPage/openPage.ts';
import { ownerOf, redirectFrom } from '../router/access.ts';
import { useRememberedScroll } from '../router/scroll.ts';
import { ShellFrame } from './ShellFrame.tsx';
import { WaitingScreen } from './WaitingScreen.tsx';

/** A screen that arrives sooner shows no skeleton in between. */
const timeoutMs = 200;

/** Around every screen: who may see it, the shell's parts, and a skeleton while the next one is on its way. */
export function Layout() {
  const location = useLocation();
  const { location: next } = useNavigation();
  const user = useUser();
  const waiting = useWaitingSince(next?.key);
  const { closedPath } = useOpenPage();
  useRememberedScroll();
  const redirect = redirectFrom(location, user !== null);
  if (redirect !== undefined) return <Navigate to={redirect} replace />;
  const { pathname } = next ?? location;
  return (
    <ShellFrame pathname={pathname}>
      {closedPath === pathname ? (
        <FailureScreen failure={{ kind: 'absent', feature: ownerOf(pathname) ?? 'shell' }} />
      ) : next && waiting ? (
        <WaitingScreen pathname={pathname} />
      ) : (
        <Outlet />
      )}
    </ShellFrame>
  );
}

/** Whether a navigation has been going on for longer than a glance. */
function useWaitingSince(navigation: string | undefined): boolean {
  const [late, setLate] = useState<string>();
  useEffect(() => {
    if (navigation === undefined) return;
    const timer = setTimeout(setLate, timeoutMs, navigation);
    return () => clearTimeout(timer);
  }, [navigation]);
  return navigation !== undefined && late === navigation;
}
