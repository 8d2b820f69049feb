import { Chip, Filters, useDates } from '@trellis/kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorApi, type Pair, type Rate } from '../../api.ts';
import { Actor } from '../../frame/Actor.tsx';
import { ConsoleList } from '../../frame/ConsoleList.tsx';
import { LogEntries, LogEntry } from '../../frame/LogEntry.tsx';
import { ratesIcon } from '../../icons.ts';
import { textKey } from '../../texts/textKey.ts';
import { rateOf, rateTones } from './rateTexts.ts';

type Base = Pair['base'];
const bases = ['USDT', 'BTC', 'ON', 'CP'] as const satisfies readonly Base[];

/** Every rate that was ever set or asked for, the latest first. */
export function RateHistory() {
  const { t } = useTranslation('operator');
  const [base, setBase] = useState<Base | ''>('');
  const search = base === '' ? {} : { base };
  return (
    <ConsoleList
      query={operatorApi.useGetRateHistoryInfiniteQuery(search)}
      rowsOf={({ rates }) => rates}
      search={search}
      csv="/rates/history.csv"
      empty={{ icon: ratesIcon, text: t(base === '' ? 'rates.empty' : 'rates.emptySuch') }}
      filters={
        <Filters<Base | ''>
          label={t('rates.asset')}
          value={base}
          onChange={setBase}
          options={[{ value: '', label: t('audit.all') }, ...bases.map((each) => ({ value: each, label: each }))]}
        />
      }
    >
      {(rates) => (
        <LogEntries>
          {rates.map((rate) => (
            <RateEntry key={rate.id} entry={rate} />
          ))}
        </LogEntries>
      )}
    </ConsoleList>
  );
}

function RateEntry({ entry }: { entry: Rate }) {
  const { t } = useTranslation('operator');
  const { dateTime } = useDates();
  const { rate, source, reason, setBy, setAt, state, jumps, approvedBy, from, until, expiresAt } = entry;
  return (
    <LogEntry
      action={rateOf(entry, rate)}
      subject={<Chip tone={rateTones[state]}>{t(textKey('rates.state', state))}</Chip>}
      actor={setBy}
      at={from === null && !jumps ? null : setAt}
      facts={[
        [t('rates.source'), source],
        reason !== null && [t('audit.why'), reason],
        jumps && [t('rates.second'), approvedBy === null ? t('rates.noSecond') : <Actor name={approvedBy} />],
        [t('rates.since'), from === null ? t(jumps ? 'rates.notBegun' : 'rates.always') : dateTime(from)],
        until !== null && [t('rates.until'), dateTime(until)],
        state === 'waiting' && expiresAt !== null && [t('approvals.until'), dateTime(expiresAt)],
      ]}
    />
  );
}
