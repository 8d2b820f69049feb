import { Filters, Hint, Rows, TextLink } from '@trellis/kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Deposit, operatorApi } from '../../api.ts';
import { Console } from '../../frame/Console.tsx';
import { ConsoleList } from '../../frame/ConsoleList.tsx';
import { listFields, useListSearch } from '../../frame/listSearch.ts';
import { depositsIcon } from '../../icons.ts';
import { textKey } from '../../texts/textKey.ts';
import { DepositRow } from './DepositRow.tsx';
import { ReleaseSheet } from './depositSheets.tsx';
import { Faults } from './Faults.tsx';
import { Readers } from './Readers.tsx';
import { ReturnSheet } from './ReturnSheet.tsx';

/** `/deposits`: what is in suspense, confirms or was credited of all members, and how far the chains are read. */
export function Component() {
  const { t } = useTranslation('operator');
  return (
    <Console screen="deposits" title={t('place.deposits')}>
      <Deposits />
    </Console>
  );
}

function Deposits() {
  const { t } = useTranslation('operator');
  const [{ state: shown = 'below_minimum', username }, narrow] = useListSearch('deposits');
  const state = shown === 'faults' ? 'below_minimum' : shown;
  const [open, setOpen] = useState<{ sheet: typeof ReleaseSheet; deposit: Deposit }>();
  const search = { state, ...(username !== undefined && { username }) };
  const query = operatorApi.useListAllDepositsInfiniteQuery(search);
  const counted = operatorApi.useCountDepositsQuery(search, { skip: shown === 'faults' });
  const counts = query.data?.pages[0]?.counts;
  const filters = (
    <Filters
      label={t('deposits.views')}
      value={shown}
      onChange={(next) => narrow({ state: next })}
      options={listFields.deposits.state.map((value) => ({
        value,
        // How many wait stands alongside what waits; what was credited or sent back only grows.
        label:
          t(value === 'faults' ? 'faults.view' : textKey('deposits.view', value)) +
          (counts === undefined || value === 'credited' || value === 'returned' ? '' : ` ${counts[value]}`),
      }))}
    />
  );
  if (shown === 'faults')
    return (
      <>
        {filters}
        <Faults />
      </>
    );
  return (
    <>
      <ConsoleList
        query={query}
        rowsOf={({ deposits }) => deposits}
        keyOf={({ id }) => id}
        search={search}
        views="deposits"
        csv="/deposits.csv"
        counted={counted}
        empty={{ icon: depositsIcon, text: t(textKey('deposits.empty', state)) }}
        filters={
          <>
            {filters}
            <Hint>{t(textKey('deposits.hint', state))}</Hint>
            {username !== undefined && (
              <Hint>
                {t('deposits.ofOne', { username })}{' '}
                <TextLink onClick={() => narrow({ username: '' })}>{t('deposits.ofAll')}</TextLink>
              </Hint>
            )}
          </>
        }
        below={({ readers }) => <Readers readers={readers} />}
      >
        {(deposits) => (
          <Rows label={t('place.deposits')}>
            {deposits.map((deposit) => (
              <DepositRow
                key={deposit.id}
                deposit={deposit}
                onRelease={() => setOpen({ sheet: ReleaseSheet, deposit })}
                onReturn={() => setOpen({ sheet: ReturnSheet, deposit })}
              />
            ))}
          </Rows>
        )}
      </ConsoleList>
      {open && <open.sheet subject={open.deposit} onClose={() => setOpen(undefined)} />}
    </>
  );
}
