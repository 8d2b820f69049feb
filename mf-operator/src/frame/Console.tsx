import { BottomNavigation, Screen, ShellPartsContext } from '@trellis/kit';
import { type ReactNode, useContext, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { KeyList } from './KeyList.tsx';
import { usePlaces } from './places.ts';
import { Bars } from './SessionEnd.tsx';
import { useKeys } from './useKeys.ts';
import { useLive } from './useLive.ts';

/** A screen of the console: its places stand in a rail beside it where there is room, and four at its foot where there is not. */
export function Console({ title, back, children }: { title: string; back?: string; children: ReactNode }) {
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
      current: pathname === to || (to !== '/' && pathname.startsWith(`${to}/`)),
      ...(rail && { rail }),
    }));
    const bar = <Bars>{shell.bar}</Bars>;
    return { ...shell, bar, navigation: <BottomNavigation label={t('place.all')} items={items} /> };
  }, [shell, places, pathname, t]);
  return (
    <ShellPartsContext value={parts}>
      <Screen title={title} {...(back !== undefined && { back })} layout="wide">
        {children}
        {keysOpen && <KeyList onClose={closeKeys} />}
      </Screen>
    </ShellPartsContext>
  );
}
