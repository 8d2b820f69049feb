import type { FeatureName } from '@trellis/api-contract';
import { useTranslation } from 'react-i18next';

const names = {
  wallet: 'place.wallet',
  team: 'place.team',
  plan: 'place.plan',
  account: 'place.account',
} as const satisfies Record<FeatureName, string>;

const isNamed = (owner: string): owner is FeatureName => Object.hasOwn(names, owner);

/** What members call a feature; the shell's own screens go by a neutral name. */
export function usePlaceName(owner: string): string {
  const { t } = useTranslation('sdk');
  return t(isNamed(owner) ? names[owner] : 'place.shell');
}
