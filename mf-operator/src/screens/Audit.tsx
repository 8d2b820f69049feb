import { Button, Buttons, Filters } from '@trellis/kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorApi } from '../api.ts';
import { AuditFilter } from '../audit/AuditFilter.tsx';
import { AuditRow } from '../audit/AuditRow.tsx';
import { ChainHead, useBrokenRow } from '../audit/ChainHead.tsx';
import { LogEntries } from '../audit/LogEntry.tsx';
import { Console } from '../frame/Console.tsx';
import { ConsoleList } from '../frame/ConsoleList.tsx';
import { useListSearch } from '../frame/listSearch.ts';
import { auditIcon } from '../icons.ts';

/** `/audit`: what operators, commands and the house itself did, latest first; whether it is whole, and as a file. */
export function Component() {
  const { t } = useTranslation('operator');
  return (
    <Console screen="audit" title={t('audit.title')} text={t('audit.text')}>
      <AuditLog />
    </Console>
  );
}

function AuditLog() {
  const { t } = useTranslation('operator');
  const [search, narrow] = useListSearch('audit');
  const { without, ...named } = search;
  const isNarrowed = Object.keys(named).length > 0;
  const [open, setOpen] = useState(false);
  const broken = useBrokenRow();
  return (
    <>
      <ChainHead />
      <ConsoleList
        query={operatorApi.useListAuditInfiniteQuery(search)}
        rowsOf={({ events }) => events}
        keyOf={({ number }) => number}
        search={search}
        views="audit"
        file="/audit.csv"
        counted={operatorApi.useCountAuditQuery(search, { refetchOnMountOrArgChange: true })}
        empty={{ icon: auditIcon, text: t(isNarrowed ? 'audit.noneFound' : 'audit.empty') }}
        filters={
          <>
            <Filters
              label={t('audit.filter')}
              value={without ?? ''}
              onChange={(next) => narrow({ without: next })}
              options={[
                { value: '', label: t('audit.all') },
                { value: 'looks', label: t('audit.withoutLooks') },
              ]}
            />
            <Buttons>
              <Button kind="quiet" size="small" onClick={() => setOpen(true)}>
                {t(isNarrowed ? 'audit.filtered' : 'audit.filter')}
              </Button>
            </Buttons>
          </>
        }
      >
        {(events) => (
          <LogEntries>
            {events.map((event) => (
              <AuditRow key={event.number} event={event} broken={event.number === broken} />
            ))}
          </LogEntries>
        )}
      </ConsoleList>
      {open && <AuditFilter search={named} onNarrow={narrow} onClose={() => setOpen(false)} />}
    </>
  );
}
