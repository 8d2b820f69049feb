import { dayOf } from '@trellis/api-contract';
import { Amount, Button, Row, Rows, Section, SkeletonRows, useDates } from '@trellis/kit';
import { Loaded } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type OwnStake, stakeApi } from './api.ts';
import { StakeChip } from './StakeChip.tsx';

interface StakeRowsProps {
  readonly stakes: readonly OwnStake[];
  /** After which older ones follow; `null`: there are none. */
  readonly older: string | null;
}

/** The contracts of a member, the latest first, each leading to its page; older ones page by page. */
export function StakeRows({ stakes, older }: StakeRowsProps) {
  const { t } = useTranslation('wallet');
  return (
    <Section title={t('stake.contracts')}>
      <PageOfStakes stakes={stakes} />
      {older !== null && <OlderStakes after={older} />}
    </Section>
  );
}

function OlderStakes({ after }: { after: string }) {
  const { t } = useTranslation('wallet');
  const [wanted, setWanted] = useState(false);
  const query = stakeApi.useGetStakesQuery({ after }, { skip: !wanted });
  if (!wanted)
    return (
      <Button kind="quiet" size="small" onClick={() => setWanted(true)}>
        {t('stake.more')}
      </Button>
    );
  return (
    <Loaded query={query} waiting={<SkeletonRows />}>
      {({ stakes, older }) => (
        <>
          <PageOfStakes stakes={stakes} />
          {older !== null && <OlderStakes after={older} />}
        </>
      )}
    </Loaded>
  );
}

function PageOfStakes({ stakes }: Pick<StakeRowsProps, 'stakes'>) {
  const { t } = useTranslation('wallet');
  const { day } = useDates();
  const detailOf = ({ unlocked, status, maturesOn, startedAt }: OwnStake): string => {
    if (unlocked) return t('stake.event.unlocked');
    if (status === 'ongoing' && maturesOn !== null) return t('stake.unlocksOn', { date: day(maturesOn) });
    return t('stake.startedOn', { date: day(dayOf(startedAt)) });
  };
  return (
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
  );
}
