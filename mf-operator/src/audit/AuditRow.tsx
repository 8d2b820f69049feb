import type { OutputOf } from '@trellis/api-contract';
import { useTranslation } from 'react-i18next';
import { Changes } from './Changes.tsx';
import { LogEntry } from './LogEntry.tsx';

export type AuditEvent = OutputOf<'operator', 'listAudit'>['events'][number];

/** One row of the log; open, it also shows what was changed, and in which request. */
export function AuditRow({ event, broken }: { event: AuditEvent; broken: boolean }) {
  const { t } = useTranslation('operator');
  const { number, actor, action, subject, reason, before, after, requestId, recordedAt } = event;
  return (
    <LogEntry
      action={action}
      subject={subject}
      actor={actor}
      at={recordedAt}
      broken={broken}
      facts={[
        [t('audit.row'), <span translate="no">{number}</span>],
        [t('audit.why'), reason],
        requestId !== null && [t('audit.request'), <span translate="no">{requestId}</span>],
        (before !== null || after !== null) && [
          t('audit.changed'),
          <Changes before={before ?? {}} after={after ?? {}} />,
        ],
      ]}
    />
  );
}
