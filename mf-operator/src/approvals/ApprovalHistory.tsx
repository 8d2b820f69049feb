import { type Pool, units } from '@trellis/api-contract';
import type { WaitingAction } from '@trellis/api-contract/operator';
import { Card, Chip, Empty, SignedAmount, SkeletonRows, type Tone } from '@trellis/kit';
import { PagedList } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { LogEntries, LogEntry } from '../audit/LogEntry.tsx';
import { ExportLink } from '../frame/ExportLink.tsx';
import { Moment } from '../frame/Moment.tsx';
import { approvalsIcon } from '../icons.ts';
import { actionTexts } from './actionTexts.ts';
import { approvalsApi, type PastApproval } from './api.ts';
import { useFacts } from './useFacts.ts';
import { WaitingFacts } from './WaitingFacts.tsx';

const states = {
  waiting: { text: 'approvals.waiting', tone: 'warning' },
  approved: { text: 'approvals.approved', tone: 'positive' },
  refused: { text: 'approvals.refused', tone: 'negative' },
  replaced: { text: 'approvals.replaced', tone: 'neutral' },
  lapsed: { text: 'approvals.lapsed', tone: 'neutral' },
} as const satisfies Record<PastApproval['state'], { text: string; tone: Tone }>;

/** Facts by which one request is told from others of its kind, the first that it has. */
const leadNames = ['username', 'operator', 'pool', 'document', 'feature', 'base'] as const;

interface ApprovalHistoryProps {
  /** Without it, of every kind. */
  readonly action?: WaitingAction | undefined;
  /** Of fundings: only those of this pool. */
  readonly pool?: Pool | undefined;
}

/** Everything that was asked for and what came of it, the latest first, with its file. */
export function ApprovalHistory({ action, pool }: ApprovalHistoryProps) {
  const { t } = useTranslation('operator');
  const search = { ...(action && { action }), ...(pool && { pool }) };
  const query = approvalsApi.useListApprovalsInfiniteQuery(search);
  return (
    <PagedList query={query} waiting={<SkeletonRows />} more={t('audit.more')}>
      {({ approvals }, stamp) => (
        <>
          {stamp}
          {approvals.length === 0 ? (
            <Card>
              <Empty icon={approvalsIcon} text={t('approvals.none')} />
            </Card>
          ) : (
            <>
              {stamp !== false && <ExportLink path="/approvals.csv" search={search} found="whole" />}
              <LogEntries>
                {approvals.map((of) => (
                  <Entry key={of.id} of={of} namesKind={action === undefined} />
                ))}
              </LogEntries>
            </>
          )}
        </>
      )}
    </PagedList>
  );
}

/** One request; open, it says what for and why, and who approved or refused it. */
function Entry({ of, namesKind }: { of: PastApproval; namesKind: boolean }) {
  const { t } = useTranslation('operator');
  const { sayValue } = useFacts();
  const { action, facts, state, requestedBy, requestedAt, reason, expiresAt, decidedBy, decidedAt, decidedReason } = of;
  const lead = leadNames.find((name) => typeof facts[name] === 'string');
  const { amount } = facts;
  const unit = units.find((each) => each === facts.unit);
  return (
    <LogEntry
      action={[namesKind && t(actionTexts[action]), lead && sayValue(lead, String(facts[lead]))]
        .filter(Boolean)
        .join(': ')}
      subject={
        <>
          {typeof amount === 'string' && unit && <SignedAmount money={{ amount, unit }} />}{' '}
          <Chip tone={states[state].tone}>{t(states[state].text)}</Chip>
        </>
      }
      actor={requestedBy}
      at={requestedAt}
      facts={[
        [t('audit.changed'), <WaitingFacts of={{ action, before: null, after: facts }} />],
        [t('audit.why'), reason],
        state === 'waiting' && expiresAt !== null && [t('approvals.until'), <Moment at={expiresAt} />],
        decidedBy !== null && [
          t(state === 'refused' ? 'approvals.refusedBy' : 'approvals.approvedBy'),
          <span translate="no">{decidedBy}</span>,
        ],
        decidedReason !== null && [t('action.reason'), decidedReason],
        decidedAt !== null && [t('approvals.decidedAt'), <Moment at={decidedAt} />],
      ]}
    />
  );
}
