import { dayOf } from '@trellis/api-contract';
import { Hero, Hint, Notice, useDates } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import type { OwnStake } from './api.ts';
import { StakeChip } from './StakeChip.tsx';

interface StakeHeadProps {
  readonly stake: OwnStake;
  /** The member may choose what becomes of it. */
  readonly choosable: boolean;
  /** The member has no other: it is all that is staked. */
  readonly isAll: boolean;
}

/** What is staked, since when and at which rate, and how it stands. */
export function StakeHead({ stake, choosable, isAll }: StakeHeadProps) {
  const { t } = useTranslation('wallet');
  const { day } = useDates();
  const { cp, startedAt, rate, unlocked } = stake;
  return (
    <>
      <Hero centred label={t(isAll ? 'stake.totalAssets' : 'stake.inContract')} money={cp}>
        <Hint>{t('stake.startedAt', { date: day(dayOf(startedAt)), rate: t('stake.rateValue', { rate }) })}</Hint>
        <p role="status">
          <StakeChip stake={stake} />
        </p>
      </Hero>
      {unlocked && (
        <Notice tone="warning" title={t('stake.unlocked')}>
          {choosable ? t('stake.unlockedText') : undefined}
        </Notice>
      )}
    </>
  );
}
