import { ShellFrame } from './ShellFrame.tsx';
import { WaitingScreen } from './WaitingScreen.tsx';

/** The layout until the first screen has arrived; it takes over from the skeleton in the document. */
export function StartingLayout() {
  const { pathname } = window.location;
  return (
    <ShellFrame pathname={pathname}>
      <WaitingScreen pathname={pathname} />
    </ShellFrame>
  );
}
