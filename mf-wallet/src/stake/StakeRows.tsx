import { Amount, Row, Rows, Section, useDates } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import type { OwnStake } from './api.ts';
import { StakeChip } from './StakeChip.tsx';

/** The contracts of a member, the latest first, each leading to its page. */
export function StakeRows({ stakes }: { stakes: readonly OwnStake[] }) {
  const { t } = useTranslation('wallet');
  const { date } = useDates();
  const detailOf = ({ unlocked, status, maturesOn, startedAt }: OwnStake): string => {
    if (unlocked) return t('stake.event.unlocked');
    if (status === 'ongoing' && maturesOn !== null) return t('stake.unlocksOn', { date: date(maturesOn) });
    return t('stake.startedOn', { date: date(startedAt) });
  };
  return (
    <Section title={t('stake.contracts')}>
      <Rows label={t('stake.contracts')}>
        {stakes.map((stake) => (
          <Row
            key={stake.id}
            unit="CP"
            title={<Amount money={stake.cp} />}
            detail={detailOf(stake)}
            end={<StakeChip stake={stake} />}
            to={`/wallet/stakeDetail?id=${stake.id}`}
            done={stake.status === 'ended'}
          />
        ))}
      </Rows>
    </Section>
  );
}
