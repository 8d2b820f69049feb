import type { FeatureName } from '@trellis/api-contract';
import { BottomNavigation, type IconName } from '@trellis/kit';
import { usePlaceName } from '@trellis/shell-sdk/host';
import { useTranslation } from 'react-i18next';
import { ownerOf } from '../router/access.ts';
import { useKeyboardOpen } from './useKeyboardOpen.ts';

const paths: Record<FeatureName, string> = { wallet: '/wallet', team: '/team', plan: '/plan', account: '/account' };
const icons: Record<FeatureName, IconName> = { wallet: 'wallet', team: 'team', plan: 'package', account: 'account' };

/** The four places at the foot of every member's screen; out of the way while the keyboard is open. */
export function ShellNavigation({ pathname }: { pathname: string }) {
  const { t } = useTranslation('shell');
  const names: Record<FeatureName, string> = {
    wallet: usePlaceName('wallet'),
    team: usePlaceName('team'),
    plan: usePlaceName('plan'),
    account: usePlaceName('account'),
  };
  const owner = ownerOf(pathname);
  const item = (feature: FeatureName) => ({
    to: paths[feature],
    label: names[feature],
    icon: icons[feature],
    current: feature === owner,
  });
  if (useKeyboardOpen()) return null;
  return (
    <BottomNavigation
      label={t('navigation.label')}
      items={[item('wallet'), item('team'), item('plan'), item('account')]}
    />
  );
}
