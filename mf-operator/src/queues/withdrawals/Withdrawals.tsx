import { Filters, Hint, MoreFilters } from '@trellis/kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { operatorApi, type QueueRow } from '../../api.ts';
import { Console } from '../../frame/Console.tsx';
import { ConsoleList } from '../../frame/ConsoleList.tsx';
import { listFields, useListSearch } from '../../frame/listSearch.ts';
import { usePanel } from '../../frame/workspace.ts';
import { withdrawalsIcon } from '../../icons.ts';
import { textKey } from '../../texts/textKey.ts';
import { QueueFilter } from './QueueFilter.tsx';
import { QueuePanel } from './QueuePanel.tsx';
import { QueueRows } from './QueueRows.tsx';
import type { WayTo } from './wayTo.ts';

/**
 * `/withdrawals`: what waits for a decision, for its payout or for the chain, the earliest deadline first; or has ended. In a
 * wide window the one that `?open` names is shown alongside, where it is decided.
 */
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
  const [narrowed, narrow] = useListSearch('withdrawals');
  const { view = 'review', username, risk } = narrowed;
  const search = { ...narrowed, view };
  const [open, setOpen] = useState(false);
  const query = operatorApi.useListWithdrawalQueueInfiniteQuery(search);
  const counts = query.data?.pages.at(-1)?.counts;
  const count = (username ? 1 : 0) + (risk ? 1 : 0);
  return (
    <>
      <ConsoleList
        query={query}
        rowsOf={({ withdrawals }) => withdrawals}
        keyOf={({ id }) => id}
        search={search}
        views="withdrawals"
        csv="/withdrawals.csv"
        counted={operatorApi.useCountWithdrawalsQuery(search)}
        empty={{
          icon: withdrawalsIcon,
          text: t(count > 0 ? 'withdrawals.filteredEmpty' : textKey('withdrawals.empty', view)),
          onClear: count > 0 && (() => narrow({ username: '', risk: '' })),
        }}
        filters={
          <Filters
            label={t('withdrawals.views')}
            value={view}
            onChange={(next) => narrow({ view: next })}
            options={listFields.withdrawals.view.map((value) => ({
              value,
              // How many there are stands alongside what is open; what has ended only grows.
              label:
                t(textKey('withdrawals.view', value)) +
                (counts === undefined || value === 'ended' ? '' : ` ${counts[value]}`),
            }))}
            more={<MoreFilters label={t('withdrawals.filter')} count={count} onClick={() => setOpen(true)} />}
          />
        }
      >
        {(rows) => <QueueWithPanel rows={rows} />}
      </ConsoleList>
      <Hint>{t('withdrawals.text')}</Hint>
      {open && <QueueFilter search={narrowed} onNarrow={narrow} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Its rows lead to a page each; where there is room, to the panel alongside them. */
function QueueWithPanel({ rows }: { rows: readonly QueueRow[] }) {
  const [address, setAddress] = useSearchParams();
  const isPanel = usePanel();
  const ids = rows.map(({ id }) => id);
  const list = new URLSearchParams(address);
  list.delete('open');
  const pageOf: WayTo = (id) => ({
    to: `/withdrawals/${id}`,
    replace: false,
    state: { rows: ids, list: list.toString() },
  });
  if (!isPanel) return <QueueRows rows={rows} wayTo={pageOf} />;
  const opening = (id: string) => {
    const next = new URLSearchParams(list);
    next.set('open', id);
    return next;
  };
  const open = address.get('open') ?? undefined;
  return (
    <>
      <QueueRows
        rows={rows}
        wayTo={(id) => ({ to: `?${opening(id)}`, replace: open !== undefined, state: null })}
        open={open}
      />
      <QueuePanel
        ids={ids}
        open={open}
        wayToPage={pageOf}
        onOpen={(id) => setAddress(id === undefined ? list : opening(id), { replace: open !== undefined })}
      />
    </>
  );
}
