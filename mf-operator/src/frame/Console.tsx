import { BottomNavigation, Card, Empty, ExactAmounts, Hint, Screen, ShellPartsContext } from '@trellis/kit';
import { useOperator } from '@trellis/shell-sdk';
import { type ReactNode, useContext, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { homeIcon } from '../icons.ts';
import { type ConsoleRoute, routes } from '../routes.ts';
import { KeyList } from './KeyList.tsx';
import { isAt, placeOf, usePlaces } from './places.ts';
import { Bars } from './SessionEnd.tsx';
import { useKeys } from './useKeys.ts';
import { useLive } from './useLive.ts';
import { rolesMay } from './useMay.ts';

interface ConsoleProps {
  /** As in `routes`, where its policy stands: to whom it is not open it is not drawn, and so reads nothing. */
  readonly screen: (typeof routes)[number]['screen'];
  readonly title: string;
  /** What the screen is for, above all else. */
  readonly text?: string;
  readonly back?: string;
  readonly children: ReactNode;
}

/** A screen of the console: its places stand in a rail alongside it where there is room, and four at its foot where there is not. */
export function Console({ screen, title, text, back, children }: ConsoleProps) {
  const { t } = useTranslation('operator');
  const shell = useContext(ShellPartsContext);
  const { pathname } = useLocation();
  const places = usePlaces();
  useLive();
  const [keysOpen, closeKeys] = useKeys();
  const parts = useMemo(() => {
    const items = places.map(({ to, text, icon, rail }) => ({
      to,
      label: t(text),
      icon,
      current: isAt(to, pathname),
      ...(rail && { rail }),
    }));
    const bar = <Bars>{shell.bar}</Bars>;
    return { ...shell, bar, navigation: <BottomNavigation label={t('place.all')} items={items} /> };
  }, [shell, places, pathname, t]);
  return (
    <ShellPartsContext value={parts}>
      <Screen title={title} {...(back !== undefined && { back })} layout="wide">
        {text !== undefined && <Hint>{text}</Hint>}
        {/* Who decides sees every digit. */}
        <ExactAmounts value={true}>
          <IfYours screen={screen}>{children}</IfYours>
        </ExactAmounts>
        {keysOpen && <KeyList onClose={closeKeys} />}
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
