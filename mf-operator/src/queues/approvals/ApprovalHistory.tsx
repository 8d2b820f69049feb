import { type Pool, units } from '@trellis/api-contract';
import type { WaitingAction } from '@trellis/api-contract/operator';
import { Chip, SignedAmount, type Tone } from '@trellis/kit';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorApi, type PastApproval } from '../../api.ts';
import { Actor } from '../../frame/Actor.tsx';
import { ConsoleList } from '../../frame/ConsoleList.tsx';
import { LogEntries, LogEntry } from '../../frame/LogEntry.tsx';
import { Moment } from '../../frame/Moment.tsx';
import { approvalsIcon } from '../../icons.ts';
import { textKey } from '../../texts/textKey.ts';
import { useFacts } from './useFacts.ts';
import { WaitingFacts } from './WaitingFacts.tsx';

const tones = {
  waiting: 'warning',
  approved: 'positive',
  refused: 'negative',
  replaced: 'neutral',
  lapsed: 'neutral',
} as const satisfies Record<PastApproval['state'], Tone>;

/** Facts that distinguish one request from others of its kind: the first that it has. */
const leadNames = ['username', 'operator', 'pool', 'document', 'feature', 'base'] as const;

interface ApprovalHistoryProps {
  /** Without it, of every kind. */
  readonly action?: WaitingAction | undefined;
  /** Of fundings: only those of this pool. */
  readonly pool?: Pool | undefined;
  readonly filters?: ReactNode;
}

/** Everything that was asked for and what came of it, the latest first, with its file. */
export function ApprovalHistory({ action, pool, filters }: ApprovalHistoryProps) {
  const { t } = useTranslation('operator');
  const search = { ...(action && { action }), ...(pool && { pool }) };
  return (
    <ConsoleList
      query={operatorApi.useListApprovalsInfiniteQuery(search)}
      rowsOf={({ approvals }) => approvals}
      search={search}
      csv="/approvals.csv"
      empty={{ icon: approvalsIcon, text: t('approvals.none') }}
      filters={filters}
    >
      {(approvals) => (
        <LogEntries>
          {approvals.map((approval) => (
            <Entry key={approval.id} approval={approval} namesKind={action === undefined} />
          ))}
        </LogEntries>
      )}
    </ConsoleList>
  );
}

/** One request; open, it says what for and why, and who approved or refused it. */
function Entry({ approval, namesKind }: { approval: PastApproval; namesKind: boolean }) {
  const { t } = useTranslation('operator');
  const { sayValue } = useFacts();
  const { action, facts, state, requestedBy, requestedAt, reason, expiresAt, decidedBy, decidedAt, decidedReason } =
    approval;
  const lead = leadNames.find((name) => typeof facts[name] === 'string');
  const { amount } = facts;
  const unit = units.find((each) => each === facts.unit);
  const about = lead && sayValue(lead, String(facts[lead]));
  const kind = t(textKey('approvals.action', action));
  return (
    <LogEntry
      action={!namesKind ? about : about === undefined ? kind : t('frame.named', { name: kind, value: about })}
      subject={
        <>
          {typeof amount === 'string' && unit && <SignedAmount money={{ amount, unit }} />}{' '}
          <Chip tone={tones[state]}>{t(textKey('approvals.state', state))}</Chip>
        </>
      }
      actor={requestedBy}
      at={requestedAt}
      facts={[
        [t('audit.changed'), <WaitingFacts request={{ action, before: null, after: facts }} />],
        [t('audit.why'), reason],
        state === 'waiting' && expiresAt !== null && [t('approvals.until'), <Moment at={expiresAt} />],
        decidedBy !== null && [
          t(state === 'refused' ? 'approvals.refusedBy' : 'approvals.approvedBy'),
          <Actor name={decidedBy} />,
        ],
        decidedReason !== null && [t('action.reason'), decidedReason],
        decidedAt !== null && [t('approvals.decidedAt'), <Moment at={decidedAt} />],
      ]}
    />
  );
}
