import { Amount, Unseen, useDates } from '@trellis/kit';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { QueueRow } from '../../api.ts';
import { utcText } from '../../frame/Moment.tsx';
import { useList } from '../../frame/useList.ts';
import { useFrame } from '../../frame/workspace.ts';
import { textKey } from '../../texts/textKey.ts';
import { ReasonMark, useReasonName } from './ReasonMark.tsx';
import { reasonsOf } from './reasons.ts';
import { Deadline, StepChip } from './Standing.tsx';
import * as styles from './Withdrawals.module.css';
import type { WayTo } from './wayTo.ts';

interface QueueRowsProps {
  readonly rows: readonly QueueRow[];
  /** Where each row leads. */
  readonly wayTo: WayTo;
  /** The one that is shown alongside the list. */
  readonly open?: string | undefined;
}

/** The queue. Where there is room, what stands in each row is named once above the first. */
export function QueueRows({ rows, wayTo, open }: QueueRowsProps) {
  const { t } = useTranslation('operator');
  const isOpen = rows[0]?.status === 'pending_review';
  return (
    <div>
      <div className={styles.heads} aria-hidden="true">
        <span>{t(isOpen ? 'withdrawals.timeLeft' : 'withdrawals.status')}</span>
        <span>{t('withdrawals.member')}</span>
        <span data-number>{t('withdrawals.held')}</span>
        <span data-number>{t('withdrawals.receives')}</span>
        <span>{t('withdrawals.risks')}</span>
        <span data-number>{t('withdrawals.approvalCount')}</span>
      </div>
      <ul className={styles.rows} aria-label={t('place.withdrawals')}>
        {rows.map((withdrawal) => (
          <Row key={withdrawal.id} withdrawal={withdrawal} wayTo={wayTo} isCurrent={withdrawal.id === open} />
        ))}
      </ul>
    </div>
  );
}

interface RowProps {
  readonly withdrawal: QueueRow;
  readonly wayTo: WayTo;
  readonly isCurrent: boolean;
}

function Row({ withdrawal, wayTo, isCurrent }: RowProps) {
  const { t } = useTranslation('operator');
  const { dateTime } = useDates();
  const isFrame = useFrame();
  const { id, username, amount, received, chain, risks, approvedBy, approvalsNeeded, status, createdAt } = withdrawal;
  const network = t(textKey('withdrawals.network', chain));
  const { to, replace, state } = wayTo(id);
  return (
    <li>
      <Link
        className={styles.row}
        to={to}
        replace={replace}
        state={state}
        data-row={id}
        aria-current={isCurrent || undefined}
      >
        <Cell at="due">
          {status === 'pending_review' ? (
            <Deadline withdrawal={withdrawal} short={isFrame} />
          ) : (
            <>
              <StepChip withdrawal={withdrawal} />
              <small title={utcText(createdAt)}>{t('withdrawals.asked', { time: dateTime(createdAt) })}</small>
            </>
          )}
        </Cell>
        <Cell at="who">
          <strong translate="no">{username}</strong>
        </Cell>
        <Cell at="held" name={t('withdrawals.held')}>
          <Amount money={amount} />
        </Cell>
        <Cell at="goes" name={t('withdrawals.receives')}>
          <Amount money={received} />
          <small title={network}>{isFrame ? chain : network}</small>
        </Cell>
        <Cell at="why" name={t('withdrawals.risks')}>
          <Reasons withdrawal={{ risks, shared: withdrawal.shared }} />
        </Cell>
        <Cell at="approval" name={t('withdrawals.approvalCount')}>
          {t('withdrawals.approvedOf', { given: approvedBy.length, needed: approvalsNeeded })}
        </Cell>
      </Link>
    </li>
  );
}

/** The gravest, and how many more there are; to who listens, all of them. */
function Reasons({ withdrawal: { risks, shared } }: { withdrawal: Pick<QueueRow, 'risks' | 'shared'> }) {
  const { t } = useTranslation('operator');
  const name = useReasonName();
  const list = useList();
  const [first, ...more] = reasonsOf(risks, shared);
  if (first === undefined) return <small>{t('withdrawals.none')}</small>;
  return (
    <span title={list([first, ...more].map(name))}>
      <ReasonMark reason={first} more={more.length} />
      {more.length > 0 && <Unseen>{t('frame.name', { name: '' }) + list(more.map(name))}</Unseen>}
    </span>
  );
}

/** @param name what it is, to those who do not see the heads above */
function Cell({ at, name, children }: { at: string; name?: string; children: ReactNode }) {
  const { t } = useTranslation('operator');
  return (
    <span className={styles.cell} data-at={at}>
      {name !== undefined && <Unseen>{t('frame.name', { name })}</Unseen>}
      {children}
    </span>
  );
}
