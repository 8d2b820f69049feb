import type { FeatureName } from '@trellis/api-contract';
import { useTranslation } from 'react-i18next';

const names = {
  wallet: 'place.wallet',
  team: 'place.team',
  plan: 'place.plan',
  account: 'place.account',
  operator: 'place.operator',
} as const satisfies Record<FeatureName, string>;

const isNamed = (owner: string): owner is FeatureName => Object.hasOwn(names, owner);

/** What members call a feature; the shell's own screens go by a neutral name. */
export const usePlaceName = (owner: string): string => usePlaceNames()(owner);

/** The same for any feature. */
export function usePlaceNames(): (owner: string) => string {
  const { t } = useTranslation('sdk');
  return (owner) => t(isNamed(owner) ? names[owner] : 'place.shell');
}
