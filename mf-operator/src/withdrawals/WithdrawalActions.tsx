import { Button, Buttons, Card, Hint } from '@trellis/kit';
import { useOperator } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../roles/useMay.ts';
import { ClaimSheet, SettleSheet, TakeOverSheet, UnclaimSheet } from './ClaimSheets.tsx';
import { ApproveSheet, ConfirmSheet, VoidSheet } from './DeedSheets.tsx';
import { type Deed, deedsOf, whyTexts } from './deedsOf.ts';
import { RecordSheet } from './RecordSheet.tsx';
import { RejectSheet } from './RejectSheet.tsx';
import * as styles from './Withdrawals.module.css';
import type { WithdrawalFile } from './withdrawalTexts.ts';

export const deedTexts = {
  approve: 'withdrawals.approve',
  reject: 'withdrawals.reject',
  claim: 'withdrawals.claim',
  takeOver: 'withdrawals.takeOver',
  unclaim: 'withdrawals.unclaim',
  record: 'withdrawals.record',
  settle: 'withdrawals.settle',
  confirm: 'withdrawals.confirm',
  void: 'withdrawals.void',
} as const satisfies Record<Deed, string>;

const sheets = {
  approve: ApproveSheet,
  reject: RejectSheet,
  claim: ClaimSheet,
  takeOver: TakeOverSheet,
  unclaim: UnclaimSheet,
  record: RecordSheet,
  settle: SettleSheet,
  confirm: ConfirmSheet,
  void: VoidSheet,
} as const satisfies Record<Deed, unknown>;

/** What the reader can do with it where it stands; of what is not open it says why, and whose it is. */
export function WithdrawalDeeds({ file, refetch }: { file: WithdrawalFile; refetch: () => unknown }) {
  const { t } = useTranslation('operator');
  const name = useOperator()?.name ?? '';
  const reader = { name, reviews: useMay('review'), pays: useMay('treasury') };
  const [open, setOpen] = useState<Deed>();
  const deeds = deedsOf(file, reader);
  const closed = deeds.filter(({ why }) => why !== undefined);
  const Open = open && sheets[open];
  const isOver = file.status !== 'pending_review';
  return (
    <Card title={t('withdrawals.deeds')}>
      {file.claim && <Hint>{t('withdrawals.claimedBy', { who: file.claim.by })}</Hint>}
      {isOver && <Hint>{t('withdrawals.over')}</Hint>}
      {file.step === 'sent' && <Hint>{t('withdrawals.chainConfirms')}</Hint>}
      <Buttons>
        {deeds
          .filter(({ why }) => why === undefined)
          .map(({ deed }, index) => (
            <Button
              key={deed}
              kind={deed === 'reject' || deed === 'void' ? 'danger' : index === 0 ? undefined : 'quiet'}
              onClick={() => setOpen(deed)}
            >
              {t(deedTexts[deed])}
            </Button>
          ))}
      </Buttons>
      {closed.length > 0 && (
        <ul className={styles.closed}>
          {closed.map(({ deed, why }) => (
            <li key={deed}>
              <strong>{t(deedTexts[deed])}</strong> {why && t(whyTexts[why])}
            </li>
          ))}
        </ul>
      )}
      {Open && <Open file={file} refetch={refetch} onClose={() => setOpen(undefined)} />}
    </Card>
  );
}
