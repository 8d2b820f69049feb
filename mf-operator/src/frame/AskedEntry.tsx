import type { Money } from '@trellis/api-contract';
import { Chip, SignedAmount, type Tone, useDates } from '@trellis/kit';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { textKey } from '../texts/textKey.ts';
import { LogEntry, type LogFact } from './LogEntry.tsx';

/** Where money stands that one person asked to be moved. */
const askedTones = {
  waiting: 'warning',
  posted: 'positive',
  replaced: 'neutral',
  lapsed: 'neutral',
} as const satisfies Record<string, Tone>;

/** Money that one person asked to be moved, and what came of it. */
interface Asked {
  readonly amount: Money;
  readonly state: keyof typeof askedTones;
  readonly requestedBy: string;
  readonly requestedAt: string;
  readonly reason: string;
  readonly expiresAt: string;
  readonly approvedBy: string | null;
  readonly postedAt: string | null;
}

interface AskedEntryProps {
  readonly title: ReactNode;
  readonly of: Asked;
  /** What is known of it beside who asked, why, and who approved. */
  readonly facts?: readonly LogFact[];
}

/** One thing that was asked for, in the log of its kind; open, it says why, and who approved it. */
export function AskedEntry({ title, of, facts = [] }: AskedEntryProps) {
  const { t } = useTranslation('operator');
  const { dateTime } = useDates();
  const { amount, state, requestedBy, requestedAt, reason, expiresAt, approvedBy, postedAt } = of;
  return (
    <LogEntry
      action={title}
      subject={
        <>
          <SignedAmount money={amount} /> <Chip tone={askedTones[state]}>{t(textKey('approvals.state', state))}</Chip>
        </>
      }
      actor={requestedBy}
      at={requestedAt}
      facts={[
        ...facts,
        [t('audit.why'), reason],
        state === 'waiting' && [t('approvals.until'), dateTime(expiresAt)],
        approvedBy !== null && [t('approvals.approvedBy'), <span translate="no">{approvedBy}</span>],
        postedAt !== null && [t('approvals.postedAt'), dateTime(postedAt)],
      ]}
    />
  );
}
