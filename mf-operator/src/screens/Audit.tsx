import { Card, Empty, Hint, SkeletonRows } from '@trellis/kit';
import { PagedList } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { operatorApi } from '../api.ts';
import { AuditRow } from '../audit/AuditRow.tsx';
import { LogEntries } from '../audit/LogEntry.tsx';
import { Console } from '../frame/Console.tsx';
import { auditIcon } from '../icons.ts';
import { useMay } from '../roles/useMay.ts';

/** `/audit`: what operators, commands and the house itself did, latest first. */
export function Component() {
  const { t } = useTranslation('operator');
  const may = useMay('audit');
  return (
    <Console title={t('audit.title')}>
      <Hint>{t('audit.text')}</Hint>
      {may ? (
        <AuditLog />
      ) : (
        <Card>
          <Empty icon={auditIcon} text={t('audit.notYours')} />
        </Card>
      )}
    </Console>
  );
}

function AuditLog() {
  const { t } = useTranslation('operator');
  const query = operatorApi.useListAuditInfiniteQuery({});
  return (
    <PagedList query={query} waiting={<SkeletonRows />} more={t('audit.more')}>
      {({ events }, stamp) =>
        events.length === 0 ? (
          <Card>
            <Empty icon={auditIcon} text={t('audit.empty')} />
          </Card>
        ) : (
          <>
            {stamp}
            <LogEntries>
              {events.map((event) => (
                <AuditRow key={event.number} event={event} />
              ))}
            </LogEntries>
          </>
        )
      }
    </PagedList>
  );
}
