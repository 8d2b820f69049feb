import { Button, Buttons, Card, Empty, Filters, SkeletonRows } from '@trellis/kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorApi } from '../api.ts';
import { AuditFilter } from '../audit/AuditFilter.tsx';
import { AuditRow } from '../audit/AuditRow.tsx';
import { ChainHead, useBrokenRow } from '../audit/ChainHead.tsx';
import { LogEntries } from '../audit/LogEntry.tsx';
import { useAuditSearch } from '../audit/useAuditSearch.ts';
import { Console } from '../frame/Console.tsx';
import { ExportLink } from '../frame/ExportLink.tsx';
import { ListTools } from '../frame/ListTools.tsx';
import { SavedViews } from '../frame/SavedViews.tsx';
import { SteadyList } from '../frame/SteadyList.tsx';
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
  const narrowing = useAuditSearch();
  const [open, setOpen] = useState(false);
  const broken = useBrokenRow();
  const query = operatorApi.useListAuditInfiniteQuery(narrowing.search);
  const counted = operatorApi.useCountAuditQuery(narrowing.search, { refetchOnMountOrArgChange: true });
  return (
    <>
      <ChainHead />
      <Filters
        label={t('audit.filter')}
        value={narrowing.isWithoutLooks ? 'looks' : ''}
        onChange={(without) => narrowing.set({ without })}
        options={[
          { value: '', label: t('audit.all') },
          { value: 'looks', label: t('audit.withoutLooks') },
        ]}
      />
      <Buttons>
        <Button kind="quiet" size="small" onClick={() => setOpen(true)}>
          {t(narrowing.isNarrowed ? 'audit.filtered' : 'audit.filter')}
        </Button>
      </Buttons>
      <ListTools>
        <SavedViews place="audit" />
        <ExportLink path="/audit.csv" search={{ ...narrowing.search }} found={counted.currentData} />
      </ListTools>
      <SteadyList
        query={query}
        search={narrowing.search}
        rowsOf={({ events }) => events}
        withRows={(page, rows) => ({ ...page, events: [...rows] })}
        keyOf={({ number }) => number}
        waiting={<SkeletonRows />}
        more={t('audit.more')}
      >
        {({ events }, head) =>
          events.length === 0 ? (
            <Card>
              <Empty icon={auditIcon} text={t(narrowing.isNarrowed ? 'audit.noneFound' : 'audit.empty')} />
            </Card>
          ) : (
            <>
              {head}
              <LogEntries>
                {events.map((event) => (
                  <AuditRow key={event.number} event={event} broken={event.number === broken} />
                ))}
              </LogEntries>
            </>
          )
        }
      </SteadyList>
      {open && <AuditFilter of={narrowing} onClose={() => setOpen(false)} />}
    </>
  );
}
