import { SkeletonCard } from '@trellis/kit';
import { Loaded } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { useLocation, useParams } from 'react-router-dom';
import { operatorApi } from '../../api.ts';
import { Console } from '../../frame/Console.tsx';
import * as layout from '../../frame/Layout.module.css';
import { Updated } from '../../frame/Updated.tsx';
import { Risks, Sources } from './Evidence.tsx';
import { Turns } from './Turns.tsx';
import { WithdrawalActions } from './WithdrawalActions.tsx';
import { Approvals, Payouts, Steps } from './WithdrawalCourse.tsx';
import { WithdrawalFacts } from './WithdrawalFacts.tsx';
import { orderIn } from './wayTo.ts';

/** `/withdrawals/:id`: all that is known of one, what was decided and by whom, and what the reader can do with it. */
export function Component() {
  const { t } = useTranslation('operator');
  const { id = '' } = useParams();
  const order = orderIn(useLocation().state);
  const list = order?.list ? `/withdrawals?${order.list}` : '/withdrawals';
  return (
    <Console screen="withdrawal" title={t('withdrawals.one')} back={list}>
      <Turns id={id} order={order} list={list} />
      <File key={id} id={id} />
    </Console>
  );
}

function File({ id }: { id: string }) {
  const query = operatorApi.useReadWithdrawalQuery({ id });
  return (
    <Loaded query={query} waiting={<SkeletonCard hero />}>
      {(details, stamp) => (
        <>
          <Updated stamp={stamp} />
          <div className={layout.file}>
            <div className={layout.column}>
              <WithdrawalFacts file={details} />
              <Risks details={details} />
              <Sources details={details} />
            </div>
            <div className={layout.column}>
              <WithdrawalActions details={details} refetch={query.refetch} />
              <Approvals details={details} />
              <Payouts details={details} />
              <Steps details={details} />
            </div>
          </div>
        </>
      )}
    </Loaded>
  );
}
