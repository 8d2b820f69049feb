import { Card, Empty, LinkButton, Pane, Screen, Section, SkeletonCard } from '@trellis/kit';
import { Age, Loaded, SuspensionNotice, useSession } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { type OwnStake, type Stakes, stakeApi } from '../stake/api.ts';
import { ChoiceFlow } from '../stake/ChoiceFlow.tsx';
import { type Outcome, OutcomeNotice } from '../stake/OutcomeNotice.tsx';
import { PayoutNotices } from '../stake/PayoutNotices.tsx';
import { StakeHead } from '../stake/StakeHead.tsx';
import { StakeHistoryPart } from '../stake/StakeHistoryPart.tsx';
import { StakeRows } from '../stake/StakeRows.tsx';
import { StakeTotals } from '../stake/StakeTotals.tsx';
import { StandingChoice } from '../stake/StandingChoice.tsx';
import { TermCard } from '../stake/TermCard.tsx';

/** `/wallet/stakeDetail`: with `?id=` one contract and what is to become of it; else the only one, or all of them. */
export function Component() {
  const { t } = useTranslation('wallet');
  const [params] = useSearchParams();
  const suspended = useSession().member?.suspended === true;
  const query = stakeApi.useGetStakesQuery({});
  const id = params.get('id');
  const [outcome, setOutcome] = useState<Outcome & { readonly stakeId: string }>();
  const stakes = query.data?.stakes ?? [];
  const listed = id === null ? (stakes.length === 1 ? stakes[0] : undefined) : stakes.find((each) => each.id === id);
  // One that is older than a page of them.
  const isOlder = id !== null && listed === undefined && (query.data?.older ?? null) !== null;
  const apart = stakeApi.useGetStakeQuery({ id: id ?? '' }, { skip: !isOlder });
  const stake = listed ?? (isOlder ? apart.data?.stake : undefined);
  const others = stakes.filter((each) => each !== stake);
  if (query.data === undefined || stake === undefined)
    return (
      <Screen title={t('stakeDetail.title')} back="/wallet/stake">
        <SuspensionNotice>{t('stake.suspended')}</SuspensionNotice>
        <Loaded query={query} waiting={<SkeletonCard hero />}>
          {(data) => (apart.isFetching ? <SkeletonCard hero /> : <Contracts stakes={data} unknown={id !== null} />)}
        </Loaded>
      </Screen>
    );
  const contract = (
    <>
      <StakeHead stake={stake} choosable={!suspended} isAll={others.length === 0} />
      {outcome?.stakeId === stake.id && <OutcomeNotice outcome={outcome} />}
      <PayoutNotices payouts={stake.payouts} payoutsFrozen={query.data.payoutsFrozen} suspended={suspended} />
      <TermCard stake={stake} stamp={<Age query={query} />} />
    </>
  );
  const below = (
    <>
      <StakeHistoryPart id={stake.id} />
      {others.length > 0 && <StakeRows stakes={others} older={query.data.older} />}
    </>
  );
  if (stake.open && !suspended)
    return (
      <ChoiceFlow
        key={stake.id}
        stake={stake}
        stakes={query.data}
        below={below}
        onChanged={() => void query.refetch()}
        onOutcome={(next) => setOutcome(next && { ...next, stakeId: stake.id })}
      >
        {contract}
      </ChoiceFlow>
    );
  return (
    <Screen title={t('stakeDetail.title')} back="/wallet/stake" layout="panes">
      <Pane>
        <SuspensionNotice>{t('stake.suspended')}</SuspensionNotice>
        {contract}
        <Choice stake={stake} />
      </Pane>
      <Pane>{below}</Pane>
    </Screen>
  );
}

/** What is to become of it, where nothing can be changed now. */
function Choice({ stake }: { stake: OwnStake }) {
  const { t } = useTranslation('wallet');
  if (stake.status !== 'ongoing' || stake.maturesOn === null) return null;
  return (
    <Section title={t('stake.maturity')}>
      <StandingChoice stake={stake} changeable={false} />
    </Section>
  );
}

/** All that the member has; nothing yet; or none of this name. */
function Contracts({ stakes, unknown }: { stakes: Stakes; unknown: boolean }) {
  const { t } = useTranslation('wallet');
  const mayStart = useSession().member?.suspended !== true;
  if (stakes.stakes.length === 0 || unknown)
    return (
      <Card>
        <Empty
          art="empty"
          text={t(unknown ? 'stake.unknown' : 'record.empty')}
          {...(!unknown && { detail: t('stake.noContractsText') })}
          action={
            (unknown || mayStart) && (
              <LinkButton size="small" to={unknown ? '/wallet/stakeDetail' : '/wallet/stake'}>
                {t(unknown ? 'stake.contracts' : 'stake.title')}
              </LinkButton>
            )
          }
        />
      </Card>
    );
  return (
    <>
      <StakeTotals stakes={stakes} />
      <StakeRows stakes={stakes.stakes} older={stakes.older} />
    </>
  );
}
