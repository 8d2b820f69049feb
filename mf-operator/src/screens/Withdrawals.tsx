import { Card, Empty, Filters, Hint, MoreFilters, SkeletonRows, TextLink } from '@trellis/kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Console } from '../frame/Console.tsx';
import { ExportLink } from '../frame/ExportLink.tsx';
import { ListTools } from '../frame/ListTools.tsx';
import { SavedViews } from '../frame/SavedViews.tsx';
import { SteadyList } from '../frame/SteadyList.tsx';
import { withdrawalsIcon } from '../icons.ts';
import { withdrawalsApi } from '../withdrawals/api.ts';
import { QueueFilter } from '../withdrawals/QueueFilter.tsx';
import { QueueRows } from '../withdrawals/QueueRows.tsx';
import { useQueueSearch, views } from '../withdrawals/useQueueSearch.ts';
import { emptyTexts, type QueuePage, viewTexts } from '../withdrawals/withdrawalTexts.ts';

/** `/withdrawals`: what waits for a decision, for its payout or for the chain, the earliest deadline first; or has ended. */
export function Component() {
  const { t } = useTranslation('operator');
  return (
    <Console screen="withdrawals" title={t('place.withdrawals')}>
      <Queue />
    </Console>
  );
}

function Queue() {
  const { t } = useTranslation('operator');
  const of = useQueueSearch();
  const { search, set, filtered } = of;
  const [open, setOpen] = useState(false);
  const query = withdrawalsApi.useListWithdrawalQueueInfiniteQuery(search);
  const counted = withdrawalsApi.useCountWithdrawalsQuery(search);
  const counts = query.data?.pages.at(-1)?.counts;
  return (
    <>
      <Hint>{t('withdrawals.text')}</Hint>
      <Filters
        label={t('withdrawals.views')}
        value={search.view}
        onChange={(view) => set({ view })}
        options={views.map((view) => ({ value: view, label: labelOf(t(viewTexts[view]), counts, view) }))}
        more={
          <MoreFilters
            label={t('withdrawals.filter')}
            count={(search.username ? 1 : 0) + (search.risk ? 1 : 0)}
            onClick={() => setOpen(true)}
          />
        }
      />
      <ListTools>
        <SavedViews place="withdrawals" />
        <ExportLink path="/withdrawals.csv" search={{ ...search }} found={counted.currentData} />
      </ListTools>
      <SteadyList
        query={query}
        search={search}
        rowsOf={({ withdrawals }) => withdrawals}
        withRows={(page, rows) => ({ ...page, withdrawals: [...rows] })}
        keyOf={({ id }) => id}
        waiting={<SkeletonRows count={6} />}
        more={t('withdrawals.more')}
      >
        {({ withdrawals }, head) =>
          withdrawals.length === 0 ? (
            <Card>
              <Empty
                icon={withdrawalsIcon}
                text={t(filtered ? 'withdrawals.filteredEmpty' : emptyTexts[search.view])}
                {...(filtered && {
                  action: <TextLink onClick={() => set({ username: '', risk: '' })}>{t('withdrawals.clear')}</TextLink>,
                })}
              />
            </Card>
          ) : (
            <>
              {head}
              <QueueRows rows={withdrawals} />
            </>
          )
        }
      </SteadyList>
      {open && <QueueFilter of={of} onClose={() => setOpen(false)} />}
    </>
  );
}

/** How many there are stands beside what is open; what has ended only grows. */
const labelOf = (name: string, counts: QueuePage['counts'] | undefined, view: (typeof views)[number]): string =>
  counts === undefined || view === 'ended' ? name : `${name} ${counts[view]}`;
