import { Summary, useDates } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import { percentOfPart, percentOfPeople } from './percents.ts';

export type Evidence = Readonly<Record<string, unknown>>;

const numberOf = (evidence: Evidence, name: string): number | undefined => {
  const value = evidence[name];
  return typeof value === 'number' ? value : undefined;
};

/** What a step that the house took by itself went by, in words. */
export function AutomaticEvidence({ evidence }: { evidence: Evidence }) {
  const { t } = useTranslation('operator');
  const { dateTime } = useDates();
  const of = (name: string) => numberOf(evidence, name);
  const [members = 0, failed = 0] = [of('members'), of('failed')];
  const percent = (name: string) => `${percentOfPart(of(name) ?? 0)} %`;
  const kinds = Object.entries((evidence.failures ?? {}) as Evidence)
    .map(([kind, met]) => t('releases.kind', { kind, members: String(met) }))
    .join(', ');
  return (
    <Summary
      rows={[
        { label: t('releases.release'), value: <span translate="no">{String(evidence.release)}</span> },
        { label: t('releases.since'), value: typeof evidence.since === 'string' ? dateTime(evidence.since) : '' },
        { label: t('releases.people'), value: String(members) },
        { label: t('releases.failedFor'), value: `${failed} (${percentOfPeople(failed, members)} %)` },
        { label: t('releases.atLeast'), value: percent('atLeast') },
        { label: t('releases.limit'), value: percent('allowed') },
        { label: t('releases.networks'), value: String(of('networks') ?? 0) },
        ...(kinds === '' ? [] : [{ label: t('releases.whatFailed'), value: kinds }]),
      ]}
    />
  );
}
