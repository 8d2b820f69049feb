import { Amount, Chip, Unseen, useDates } from '@trellis/kit';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { QueueRow } from '../../api.ts';
import { textKey } from '../../texts/textKey.ts';
import { Deadline, StepChip } from './Standing.tsx';
import * as styles from './Withdrawals.module.css';

/** The queue. Where there is room, what stands in each row is named once above the first. */
export function QueueRows({ rows }: { rows: readonly QueueRow[] }) {
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
        <span>{t('withdrawals.approvalCount')}</span>
      </div>
      <ul className={styles.rows} aria-label={t('place.withdrawals')}>
        {rows.map((withdrawal) => (
          <Row key={withdrawal.id} withdrawal={withdrawal} />
        ))}
      </ul>
    </div>
  );
}

function Row({ withdrawal }: { withdrawal: QueueRow }) {
  const { t } = useTranslation('operator');
  const { dateTime } = useDates();
  const { id, username, amount, received, chain, risks, approvedBy, approvalsNeeded, status, createdAt } = withdrawal;
  return (
    <li>
      <Link className={styles.row} to={`/withdrawals/${id}`}>
        <Cell at="due">
          {status === 'pending_review' ? (
            <Deadline withdrawal={withdrawal} />
          ) : (
            <>
              <StepChip withdrawal={withdrawal} />
              <small>{t('withdrawals.asked', { time: dateTime(createdAt) })}</small>
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
          <small>{t(textKey('withdrawals.network', chain))}</small>
        </Cell>
        <Cell at="why" name={t('withdrawals.risks')}>
          {risks.length === 0 && <small>{t('withdrawals.noRisk')}</small>}
          {risks.map((risk) => (
            <Chip key={risk} tone={risk === 'lookAlike' ? 'negative' : 'warning'}>
              {t(textKey('withdrawals.risk', risk))}
            </Chip>
          ))}
        </Cell>
        <Cell at="approval" name={t('withdrawals.approvalCount')}>
          {t('withdrawals.approvedOf', { given: approvedBy.length, needed: approvalsNeeded })}
        </Cell>
      </Link>
    </li>
  );
}

/** @param name what it is, to those who do not see the heads above */
function Cell({ at, name, children }: { at: string; name?: string; children: ReactNode }) {
  return (
    <span className={styles.cell} data-at={at}>
      {name !== undefined && <Unseen>{`${name}: `}</Unseen>}
      {children}
    </span>
  );
}
