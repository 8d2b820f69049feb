import type { StakeStatus } from '@trellis/api-contract';
import { Chip } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import type { OwnStake } from './api.ts';

const statusTexts = {
  ongoing: 'stake.status.ongoing',
  pending: 'stake.status.pending',
  ended: 'stake.status.ended',
} as const satisfies Record<StakeStatus, string>;

const statusTones = {
  ongoing: 'positive',
  pending: 'warning',
  ended: 'neutral',
} as const satisfies Record<StakeStatus, string>;

/** How a contract stands, in the words of the specification. */
export function StakeChip({ stake: { status, unlocked } }: { stake: Pick<OwnStake, 'status' | 'unlocked'> }) {
  const { t } = useTranslation('wallet');
  return <Chip tone={unlocked ? 'warning' : statusTones[status]}>{t(statusTexts[status])}</Chip>;
}
