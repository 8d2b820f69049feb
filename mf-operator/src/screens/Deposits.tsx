import { Card, Empty, Filters, Hint, Rows, SkeletonRows, TextLink } from '@trellis/kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { depositsApi } from '../deposits/api.ts';
import { DepositRow } from '../deposits/DepositRow.tsx';
import { type Deposit, type DepositPage, emptyTexts, hintTexts, views, viewTexts } from '../deposits/depositTexts.ts';
import { Faults } from '../deposits/Faults.tsx';
import { Readers } from '../deposits/Readers.tsx';
import { ReleaseSheet } from '../deposits/ReleaseSheet.tsx';
import { ReturnSheet } from '../deposits/ReturnSheet.tsx';
import { Console } from '../frame/Console.tsx';
import { ExportLink } from '../frame/ExportLink.tsx';
import { ListTools } from '../frame/ListTools.tsx';
import { SavedViews } from '../frame/SavedViews.tsx';
import { SteadyList } from '../frame/SteadyList.tsx';
import { depositsIcon } from '../icons.ts';

/** `/deposits`: what stands aside, confirms or was credited of all members, and how far the chains are read. */
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
  const [address, setAddress] = useSearchParams();
  const showsFaults = address.get('state') === 'faults';
  const state = views.find((each) => each === address.get('state')) ?? 'below_minimum';
  const username = address.get('username') || undefined;
  const query = depositsApi.useListAllDepositsInfiniteQuery(searchOf(state, username));
  const counts = query.data?.pages[0]?.counts;
  return (
    <>
      <Filters
        label={t('deposits.views')}
        value={showsFaults ? 'faults' : state}
        onChange={(next) => setAddress({ state: next, ...(username !== undefined && { username }) })}
        options={[
          { value: 'faults', label: labelOf(t('faults.view'), counts, 'faults') },
          ...views.map((view) => ({ value: view, label: labelOf(t(viewTexts[view]), counts, view) })),
        ]}
      />
      {showsFaults ? <Faults /> : <OfState state={state} username={username} />}
    </>
  );
}

interface OfStateProps {
  readonly state: (typeof views)[number];
  readonly username: string | undefined;
}

/** Deposits in one state, of all members or of one. */
function OfState({ state, username }: OfStateProps) {
  const { t } = useTranslation('operator');
  const [, setAddress] = useSearchParams();
  const [released, setReleased] = useState<Deposit>();
  const [returned, setReturned] = useState<Deposit>();
  const search = searchOf(state, username);
  const query = depositsApi.useListAllDepositsInfiniteQuery(search);
  const counted = depositsApi.useCountDepositsQuery(search);
  return (
    <>
      <Hint>{t(hintTexts[state])}</Hint>
      {username !== undefined && (
        <Hint>
          {t('deposits.ofOne', { username })}{' '}
          <TextLink onClick={() => setAddress({ state })}>{t('deposits.ofAll')}</TextLink>
        </Hint>
      )}
      <ListTools>
        <SavedViews place="deposits" />
        <ExportLink path="/deposits.csv" search={search} found={counted.currentData} />
      </ListTools>
      <SteadyList
        query={query}
        search={search}
        rowsOf={({ deposits }) => deposits}
        withRows={(page, rows) => ({ ...page, deposits: [...rows] })}
        keyOf={({ id }) => id}
        waiting={<SkeletonRows count={4} />}
        more={t('deposits.more')}
      >
        {({ deposits, readers }, head) => (
          <>
            {head}
            {deposits.length === 0 ? (
              <Card>
                <Empty icon={depositsIcon} text={t(emptyTexts[state])} />
              </Card>
            ) : (
              <Rows label={t('place.deposits')}>
                {deposits.map((deposit) => (
                  <DepositRow
                    key={deposit.id}
                    deposit={deposit}
                    onRelease={() => setReleased(deposit)}
                    onReturn={() => setReturned(deposit)}
                  />
                ))}
              </Rows>
            )}
            <Readers readers={readers} />
          </>
        )}
      </SteadyList>
      {released && <ReleaseSheet deposit={released} onClose={() => setReleased(undefined)} />}
      {returned && <ReturnSheet deposit={returned} onClose={() => setReturned(undefined)} />}
    </>
  );
}

const searchOf = (state: (typeof views)[number], username: string | undefined) => ({
  state,
  ...(username !== undefined && { username }),
});

/** How many wait stands beside what waits; what was credited or sent back only grows. */
const labelOf = (
  name: string,
  counts: DepositPage['counts'] | undefined,
  view: (typeof views)[number] | 'faults',
): string => (counts === undefined || view === 'credited' || view === 'returned' ? name : `${name} ${counts[view]}`);
