import { type OutputOf, percentText } from '@trellis/api-contract';
import { Section, Summary, useDates } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import { operatorApi, type Switchable } from '../../api.ts';
import { ActionName } from '../../frame/ActionName.tsx';
import { Changes } from '../../frame/Changes.tsx';
import { atOnce, ConsoleList } from '../../frame/ConsoleList.tsx';
import { LogEntries, LogEntry } from '../../frame/LogEntry.tsx';
import { useList } from '../../frame/useList.ts';
import { releasesIcon } from '../../icons.ts';
import { percentOfPart, percentOfPeople, percentOfShare } from './percents.ts';

/** What was done with a feature's releases, by whom and why, the latest first; what went back by itself has its evidence. */
export function ReleaseHistory({ feature }: { feature: Switchable }) {
  const { t } = useTranslation('operator');
  return (
    <Section title={t('releases.history')}>
      <ConsoleList
        query={atOnce(operatorApi.useGetReleaseHistoryQuery({ feature }))}
        rowsOf={({ events }) => events}
        csv={`/releases/${feature}/history.csv`}
        empty={{ icon: releasesIcon, text: t('releases.historyEmpty') }}
      >
        {(events) => (
          <LogEntries>
            {events.map((event) => (
              <ReleaseEvent key={event.id} event={event} />
            ))}
          </LogEntries>
        )}
      </ConsoleList>
    </Section>
  );
}

type Event = OutputOf<'operator', 'getReleaseHistory'>['events'][number];

/** One thing that was done; open, it also says why, and what was known. */
function ReleaseEvent({ event }: { event: Event }) {
  const { t } = useTranslation('operator');
  const { action, release, share, actor, reason, evidence, recordedAt } = event;
  return (
    <LogEntry
      action={<ActionName name={`release.${action}`} />}
      subject={[release, share !== null && percentText(percentOfShare(share))].filter(Boolean).join(' · ')}
      actor={actor}
      at={recordedAt}
      facts={[
        [t('audit.why'), reason],
        evidence !== null && [
          t('releases.evidence'),
          actor === 'automatic' ? (
            <AutomaticEvidence evidence={evidence} />
          ) : (
            <Changes before={evidence} after={evidence} />
          ),
        ],
      ]}
    />
  );
}

type Evidence = Readonly<Record<string, unknown>>;

const numberOf = (evidence: Evidence, name: string): number | undefined => {
  const value = evidence[name];
  return typeof value === 'number' ? value : undefined;
};

/** What a step that the platform took by itself went by, in words. */
function AutomaticEvidence({ evidence }: { evidence: Evidence }) {
  const { t } = useTranslation('operator');
  const { dateTime } = useDates();
  const list = useList();
  const numberIn = (name: string) => numberOf(evidence, name);
  const [members = 0, failed = 0] = [numberIn('members'), numberIn('failed')];
  const percent = (name: string) => percentText(percentOfPart(numberIn(name) ?? 0));
  const kinds = list(
    Object.entries((evidence.failures ?? {}) as Evidence).map(([kind, met]) =>
      t('releases.kind', { kind, members: String(met) }),
    ),
  );
  return (
    <Summary
      rows={[
        { label: t('releases.release'), value: <span translate="no">{String(evidence.release)}</span> },
        { label: t('releases.since'), value: typeof evidence.since === 'string' ? dateTime(evidence.since) : '' },
        { label: t('releases.people'), value: String(members) },
        {
          label: t('releases.failedFor'),
          value: t('releases.failedOf', { failed, percent: percentOfPeople(failed, members) }),
        },
        { label: t('releases.atLeast'), value: percent('atLeast') },
        { label: t('releases.limit'), value: percent('allowed') },
        { label: t('releases.networks'), value: String(numberIn('networks') ?? 0) },
        ...(kinds === '' ? [] : [{ label: t('releases.whatFailed'), value: kinds }]),
      ]}
    />
  );
}
