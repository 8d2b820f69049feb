import { Filters, MoreFilters, timeText, useDates } from '@trellis/kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type AuditEvent, operatorApi } from '../../api.ts';
import { ActionName } from '../../frame/ActionName.tsx';
import { Changes } from '../../frame/Changes.tsx';
import { Console } from '../../frame/Console.tsx';
import { ConsoleList } from '../../frame/ConsoleList.tsx';
import { known } from '../../frame/differences.ts';
import { FilterSheet } from '../../frame/FilterSheet.tsx';
import type { Run } from '../../frame/inRuns.ts';
import { LogEntries, LogEntry, LogGroup } from '../../frame/LogEntry.tsx';
import { useListSearch } from '../../frame/listSearch.ts';
import { Moment } from '../../frame/Moment.tsx';
import { useList } from '../../frame/useList.ts';
import { auditIcon } from '../../icons.ts';
import { foldedAccess } from './accessRuns.ts';
import { ChainHead, useBrokenRow } from './ChainHead.tsx';

/** `/audit`: what operators, commands and the platform itself did, latest first; whether it is whole, and as a file. */
export function Component() {
  const { t } = useTranslation('operator');
  return (
    <Console screen="audit" title={t('audit.title')} text={t('audit.text')}>
      <AuditLog />
    </Console>
  );
}

const actionPattern = /^[a-z][a-z_.]{0,79}$/;

function AuditLog() {
  const { t } = useTranslation('operator');
  const { date } = useDates();
  const [search, narrow] = useListSearch('audit');
  const { without, ...named } = search;
  const isNarrowed = Object.keys(named).length > 0;
  // What was done comes first: each look at the log stands in it, too.
  const read = { ...search, without: without ?? ('looks' as const) };
  const [open, setOpen] = useState(false);
  const broken = useBrokenRow();
  return (
    <>
      <ChainHead />
      <ConsoleList
        query={operatorApi.useListAuditInfiniteQuery(read)}
        rowsOf={({ events }) => events}
        keyOf={({ number }) => number}
        search={read}
        views="audit"
        csv="/audit.csv"
        counted={operatorApi.useCountAuditQuery(read, { refetchOnMountOrArgChange: true })}
        empty={{ icon: auditIcon, text: t(isNarrowed ? 'audit.noneFound' : 'audit.empty') }}
        filters={
          <Filters
            label={t('audit.filter')}
            value={read.without}
            onChange={(next) => narrow({ without: next })}
            options={[
              { value: 'looks', label: t('audit.withoutLooks') },
              { value: 'nothing', label: t('audit.all') },
            ]}
            more={
              <MoreFilters
                label={t(isNarrowed ? 'audit.filtered' : 'audit.filter')}
                count={Object.keys(named).length}
                onClick={() => setOpen(true)}
              />
            }
          />
        }
      >
        {(events) => (
          <LogEntries>
            {foldedAccess(events, date).map((entry) =>
              entry.length === 1 ? (
                entry.map((event) => <AuditRow key={event.number} event={event} broken={event.number === broken} />)
              ) : (
                <AccessRows key={entry[0].number} events={entry} broken={broken} />
              ),
            )}
          </LogEntries>
        )}
      </ConsoleList>
      {open && (
        <FilterSheet
          title={t('audit.filter')}
          fields={{
            actor: t('audit.actor'),
            action: t('audit.action'),
            subject: t('audit.subject'),
            requestId: t('audit.request'),
          }}
          search={named}
          read={(typed) => typed.trim()}
          wrong={(field, value) => field === 'action' && !actionPattern.test(value) && 'field.format'}
          onApply={narrow}
          clear={
            isNarrowed && {
              text: t('audit.clear'),
              onClear: () => narrow({ actor: '', action: '', subject: '', requestId: '' }),
            }
          }
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** One row of the log; open, it also shows what was changed, and in which request. */
function AuditRow({ event, broken }: { event: AuditEvent; broken: boolean }) {
  const { t } = useTranslation('operator');
  const { number, actor, action, subject, reason, before, after, requestId, recordedAt } = event;
  const [was, is] = [known(before), known(after)];
  return (
    <LogEntry
      action={<ActionName name={action} />}
      subject={shortSubject(subject)}
      actor={actor}
      at={recordedAt}
      broken={broken}
      facts={[
        [t('audit.row'), <span translate="no">{number}</span>],
        // The filter and the file go by this name.
        [t('audit.name'), <span translate="no">{action}</span>],
        [t('audit.about'), <span translate="no">{subject}</span>],
        [t('audit.why'), reason],
        requestId !== null && [t('audit.request'), <span translate="no">{requestId}</span>],
        Object.keys({ ...was, ...is }).length > 0 && [t('audit.changed'), <Changes before={was} after={is} />],
      ]}
    />
  );
}

/** Long numbers by their beginning: the row has all of it when it is open. */
const shortSubject = (subject: string): string => subject.replace(/[0-9a-f-]{20,}/g, (id) => `${id.slice(0, 8)}…`);

/** What somebody only looked at, one after the other, in one line; open, each of them. */
function AccessRows({ events, broken }: { events: Run<AuditEvent>; broken: string | undefined }) {
  const { t } = useTranslation('operator');
  const list = useList();
  const [last, first] = [events[0], events.at(-1) ?? events[0]];
  const subjects = [...new Set(events.map(({ subject }) => shortSubject(subject)))];
  const [from, until] = [timeText(first.recordedAt), timeText(last.recordedAt)];
  return (
    <LogGroup
      action={t('audit.looks', { count: events.length })}
      subject={list(subjects.length > namedMost ? [...subjects.slice(0, namedMost), '…'] : subjects)}
      actor={last.actor}
      at={
        <>
          <Moment at={first.recordedAt} />
          {from !== until && `–${until}`}
        </>
      }
      broken={events.some(({ number }) => number === broken)}
    >
      {events.map((event) => (
        <AuditRow key={event.number} event={event} broken={event.number === broken} />
      ))}
    </LogGroup>
  );
}

/** Of what somebody looked at so much is named in the line. */
const namedMost = 4;
