import type { OutputOf } from '@trellis/api-contract';
import { useTranslation } from 'react-i18next';
import { Changes } from '../audit/Changes.tsx';
import { LogEntry } from '../audit/LogEntry.tsx';
import { AutomaticEvidence } from './AutomaticEvidence.tsx';
import { percentOfShare } from './percents.ts';

type Event = OutputOf<'operator', 'getReleaseHistory'>['events'][number];

/** One thing that was done; open, it also says why, and what was known. */
export function ReleaseEvent({ event }: { event: Event }) {
  const { t } = useTranslation('operator');
  const { action, release, share, actor, reason, evidence, recordedAt } = event;
  return (
    <LogEntry
      action={action}
      subject={[release, share !== null && `${percentOfShare(share)} %`].filter(Boolean).join(' · ')}
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
