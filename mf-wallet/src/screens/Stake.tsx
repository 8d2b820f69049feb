import { LinkButton, Notice, NotOpenYet, Pane, Screen, SkeletonCard, TextLink } from '@trellis/kit';
import { Loaded, SuspensionNotice, useErrorText, useSession } from '@trellis/shell-sdk';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Stakes, stakeApi } from '../stake/api.ts';
import { StakeFlow } from '../stake/StakeFlow.tsx';
import { StakeNotes } from '../stake/StakeNotes.tsx';
import { StakeTotals } from '../stake/StakeTotals.tsx';

/** `/wallet/stake`: beginning a stake; or why none can be begun now, alongside what the member has. */
export function Component() {
  const { t } = useTranslation('wallet');
  const query = stakeApi.useGetStakesQuery({});
  const suspended = useSession().member?.suspended === true;
  const stakes = query.data;
  if (stakes && !suspended && canBegin(stakes))
    return <StakeFlow offer={stakes} onChanged={() => void query.refetch()} />;
  return (
    <Screen
      title={t('stake.title')}
      back="/wallet"
      action={<TextLink to="/wallet/stakeDetail">{t('stake.contracts')}</TextLink>}
      layout="panes"
    >
      <Pane>
        <SuspensionNotice>{t('stake.suspended')}</SuspensionNotice>
        <Loaded query={query} waiting={<SkeletonCard hero />}>
          {(data) => (suspended ? null : <Obstacle stakes={data} />)}
        </Loaded>
      </Pane>
      {stakes && (
        <Pane>
          <StakeTotals stakes={stakes} />
          <StakeNotes stakes={stakes} />
        </Pane>
      )}
    </Screen>
  );
}

const canBegin = (stakes: Stakes): boolean =>
  stakes.sale === 'open' && stakes.rate !== null && stakes.begun < stakes.contracts;

/** Why none can be begun, and what can be done about it. */
function Obstacle({ stakes }: { stakes: Stakes }): ReactNode {
  const { t } = useTranslation('wallet');
  const errorText = useErrorText();
  const { sale, closedFor, rate, contracts } = stakes;
  if (sale === 'closed')
    return (
      <NotOpenYet
        inCountry={closedFor !== undefined}
        text={t(closedFor ? 'stake.notInCountry' : 'stake.closed')}
        to="/wallet"
        linkText={t('notOpen.back')}
      />
    );
  if (sale === 'countryNeeded')
    return (
      <Notice
        tone="primary"
        title={t('stake.country')}
        action={
          <LinkButton size="small" to="/plan/country?next=%2Fwallet%2Fstake">
            {t('stake.countryAsk')}
          </LinkButton>
        }
      >
        {t('stake.countryWhy')}
      </Notice>
    );
  if (rate === null) return <Notice tone="warning" title={errorText('rate.unavailable')} />;
  return (
    <Notice
      tone="warning"
      title={errorText({ path: '', code: 'stake.too_many', params: { maximum: String(contracts) } })}
      action={
        <LinkButton size="small" to="/wallet/stakeDetail">
          {t('stake.contracts')}
        </LinkButton>
      }
    />
  );
}
