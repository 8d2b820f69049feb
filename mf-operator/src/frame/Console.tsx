import { BottomNavigation, Card, Empty, ExactAmounts, Hint, Screen, ShellPartsContext } from '@trellis/kit';
import { useOperator } from '@trellis/shell-sdk';
import { type ReactNode, useContext, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { homeIcon } from '../icons.ts';
import { type ConsoleRoute, routes } from '../routes.ts';
import { FindDialog } from './FindDialog.tsx';
import { KeyList } from './KeyList.tsx';
import { isAt, placeOf, usePlaces } from './places.ts';
import { Rail } from './Rail.tsx';
import { Bars } from './SessionEnd.tsx';
import { TopBar } from './TopBar.tsx';
import { useKeys } from './useKeys.ts';
import { useLive } from './useLive.ts';
import { rolesMay } from './useMay.ts';
import { useMinute } from './useMinute.ts';
import { useFrameOverview, workCounts } from './workCounts.ts';
import { useFrame } from './workspace.ts';

interface ConsoleProps {
  /** As in `routes`, where its policy stands: to whom it is not open it is not drawn, and so reads nothing. */
  readonly screen: (typeof routes)[number]['screen'];
  readonly title: string;
  /** What the screen is for, above all else. */
  readonly text?: string;
  readonly back?: string;
  readonly children: ReactNode;
}

/**
 * A screen of the console. Where there is room it stands in a workspace: all places in a rail, and a bar above every page that
 * finds and says whether the platform is sound; where there is not, four places stand at its foot.
 */
export function Console({ screen, title, text, back, children }: ConsoleProps) {
  const { t } = useTranslation('operator');
  const shell = useContext(ShellPartsContext);
  const { pathname } = useLocation();
  const places = usePlaces();
  useLive();
  const [opened, setOpened] = useKeys();
  const isFrame = useFrame();
  const overview = useFrameOverview(isFrame);
  const now = useMinute();
  const parts = useMemo(() => {
    if (isFrame) {
      const { language, ...rest } = shell;
      return {
        ...rest,
        bar: (
          <Bars>
            <TopBar overview={overview} language={language} onFind={() => setOpened('find')} />
            {shell.bar}
          </Bars>
        ),
        navigation: <Rail pathname={pathname} counts={workCounts(overview?.work ?? [], now)} />,
      };
    }
    const items = places.map(({ to, text, icon, rail }) => ({
      to,
      label: t(text),
      icon,
      current: isAt(to, pathname),
      ...(rail && { rail }),
    }));
    const bar = <Bars>{shell.bar}</Bars>;
    return { ...shell, bar, navigation: <BottomNavigation label={t('place.all')} items={items} /> };
  }, [shell, isFrame, overview, now, setOpened, places, pathname, t]);
  return (
    <ShellPartsContext value={parts}>
      <Screen title={title} {...(back !== undefined && { back })} layout="wide">
        {text !== undefined && <Hint>{text}</Hint>}
        {/* Who decides sees every digit. */}
        <ExactAmounts value={true}>
          <IfYours screen={screen}>{children}</IfYours>
        </ExactAmounts>
        {opened === 'keys' && <KeyList onClose={() => setOpened(undefined)} />}
        {opened === 'find' && <FindDialog onClose={() => setOpened(undefined)} />}
      </Screen>
    </ShellPartsContext>
  );
}

/** What the operator's roles lead to; in the place of anything else, that they do not. */
function IfYours({ screen, children }: Pick<ConsoleProps, 'screen' | 'children'>) {
  const { t } = useTranslation('operator');
  const roles = useOperator()?.roles ?? [];
  const route: ConsoleRoute | undefined = routes.find((each) => each.screen === screen);
  if (route?.notYours === undefined || rolesMay(roles, route.policy)) return children;
  return (
    <Card>
      <Empty icon={placeOf(route.path)?.icon ?? homeIcon} text={t(route.notYours)} />
    </Card>
  );
}
