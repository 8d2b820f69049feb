import { type FeatureName, featuresOf } from '@trellis/api-contract';
import { BottomNavigation, type IconName } from '@trellis/kit';
import { usePlaceNames } from '@trellis/shell-sdk/host';
import { useTranslation } from 'react-i18next';
import { boot } from '../boot/document.ts';
import { ownerOf } from '../router/access.ts';
import { useKeyboardOpen } from './useKeyboardOpen.ts';

const icons: Partial<Record<FeatureName, IconName>> = {
  wallet: 'wallet',
  team: 'team',
  plan: 'package',
  account: 'account',
};

/** The places at the foot of every member's screen; out of the way while the keyboard is open. */
export function ShellNavigation({ pathname }: { pathname: string }) {
  const { t } = useTranslation('shell');
  const nameOf = usePlaceNames();
  const owner = ownerOf(pathname);
  if (useKeyboardOpen()) return null;
  const items = featuresOf(boot.audience).flatMap(({ name, place }) =>
    place === undefined
      ? []
      : [{ to: place, label: nameOf(name), icon: icons[name] ?? 'next', current: name === owner } as const],
  );
  return <BottomNavigation label={t('navigation.label')} items={items} />;
}
