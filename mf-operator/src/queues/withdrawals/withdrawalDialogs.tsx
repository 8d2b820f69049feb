import { goesToBalance, operatorRejections, rejectionCauseTexts } from '@trellis/api-contract';
import { rejectionNotice } from '@trellis/api-contract/rejectionNotice';
import { Code, Hint, moneyText, Panel, Summary } from '@trellis/kit';
import { ChoiceGroup, TextInput } from '@trellis/kit/form';
import { useLanguage } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { operatorApi, type WithdrawalDetails } from '../../api.ts';
import type { ActionInput } from '../../frame/ActionDialog.tsx';
import { type DialogOf, dialogsOf, type ShownProps } from '../../frame/actionSheets.tsx';
import { textKey } from '../../texts/textKey.ts';
import { AddressGroups } from './AddressGroups.tsx';
import type { WithdrawalAction } from './actionsOf.ts';
import { lastSix, livePayout } from './withdrawalTexts.ts';

type Cause = (typeof operatorRejections)[number];

const dialog = dialogsOf<WithdrawalDetails>();
const txPattern = /^(?:0x)?[0-9a-fA-F]{64}$/;

const amount = (details: WithdrawalDetails) => ({ amount: moneyText(details.amount) });
const received = (details: WithdrawalDetails) => ({ received: moneyText(details.received) });
/** Each is sent with the revision that was looked at. */
const reviewOf = ({ id, revision }: WithdrawalDetails, { reason, code }: ActionInput) => ({
  id,
  revision,
  reason,
  code,
});

/** What can be done with a withdrawal. */
export const withdrawalDialogs = {
  /** One person's approval, with the address to be compared once more. */
  approve: dialog(operatorApi.useApproveWithdrawalMutation, {
    title: 'withdrawals.approveTitle',
    consequence: 'withdrawals.approveText',
    submitLabel: 'withdrawals.approveAction',
    reasons: ['withdrawals.reasonCompared', 'withdrawals.reasonSource', 'withdrawals.reasonAnswered'],
    values: (details) => ({ ...amount(details), received: moneyText(details.today ?? details.received) }),
    asksCode: true,
    Shown: Address,
    input: reviewOf,
  }),
  /** First what the member is shown, then the very words that they read, then why, which stays among operators. */
  reject: dialog(operatorApi.useRejectWithdrawalMutation, {
    title: 'withdrawals.rejectTitle',
    consequence: ({ origin }) => (goesToBalance(origin) ? 'withdrawals.rejectText' : 'withdrawals.rejectStays'),
    submitLabel: 'withdrawals.rejectAction',
    values: amount,
    danger: true,
    start: (): Cause | undefined => undefined,
    Shown: CauseChoice,
    wrong: (cause) => (cause === undefined ? 'withdrawals.causeFirst' : undefined),
    input: ({ id, revision }, words, cause = 'other') => ({ id, revision, cause, ...words }),
  }),
  /** "I am paying this", before custody signs: from then on nobody rejects it. */
  claim: dialog(operatorApi.useClaimPayoutMutation, {
    title: 'withdrawals.action.claim',
    consequence: 'withdrawals.claimText',
    submitLabel: 'withdrawals.action.claim',
    reasons: ['withdrawals.reasonNow'],
    values: received,
    asksCode: true,
    Shown: Address,
    input: reviewOf,
  }),
  /** The same where a colleague has said so, who may have sent it already. */
  takeOver: dialog(operatorApi.useClaimPayoutMutation, {
    title: 'withdrawals.action.takeOver',
    consequence: 'withdrawals.takeOverText',
    submitLabel: 'withdrawals.action.takeOver',
    reasons: ['withdrawals.reasonNothingSent'],
    values: ({ claim }) => ({ who: claim?.by ?? '' }),
    danger: true,
    asksCode: true,
    input: reviewOf,
  }),
  /** Nothing was sent after all. */
  unclaim: dialog(operatorApi.useReleasePayoutClaimMutation, {
    title: 'withdrawals.action.unclaim',
    consequence: 'withdrawals.unclaimText',
    submitLabel: 'withdrawals.action.unclaim',
    reasons: ['withdrawals.reasonNothingSent'],
    asksCode: true,
    input: reviewOf,
  }),
  /** Names the transaction that was sent from custody; its end is read back, to be compared with where it was sent from. */
  record: dialog(operatorApi.useRecordPayoutMutation, {
    title: 'withdrawals.recordTitle',
    consequence: 'withdrawals.recordText',
    submitLabel: 'withdrawals.recordAction',
    reasons: ['withdrawals.reasonSent'],
    values: received,
    asksCode: true,
    start: (): string => '',
    Shown: Transaction,
    wrong: (typed) => (txPattern.test(typed.trim()) ? undefined : 'withdrawals.txWrong'),
    input: ({ id, revision }, { reason, code }, typed) => ({ id, revision, tx: typed.trim(), reason, code }),
  }),
  /** Its member has another amount: asks for it to be settled so, or approves it as the second person. */
  settle: dialog(operatorApi.useSettlePayoutMutation, {
    title: 'withdrawals.action.settle',
    consequence: 'withdrawals.settleText',
    submitLabel: 'withdrawals.action.settle',
    reasons: ['withdrawals.reasonSeen'],
    asksCode: true,
    Shown: OrderedAndPaid,
    input: reviewOf,
  }),
  /** The second person's word that a payout was sent, where no chain is asked. */
  confirm: dialog(operatorApi.useConfirmPayoutMutation, {
    title: 'withdrawals.confirmTitle',
    consequence: 'withdrawals.confirmText',
    submitLabel: 'withdrawals.action.confirm',
    reasons: ['withdrawals.reasonSeen'],
    values: received,
    asksCode: true,
    Shown: Named,
    input: reviewOf,
  }),
  /** Asks for a payout to be voided that no chain has seen, or approves it as the second person. */
  void: dialog(operatorApi.useVoidPayoutMutation, {
    title: 'withdrawals.voidTitle',
    consequence: 'withdrawals.voidText',
    submitLabel: 'withdrawals.action.void',
    reasons: ['withdrawals.reasonMistyped', 'withdrawals.reasonNeverSent'],
    danger: true,
    asksCode: true,
    Shown: Named,
    input: reviewOf,
  }),
} as const satisfies Record<WithdrawalAction, DialogOf<WithdrawalDetails>>;

type Shown = Pick<ShownProps<WithdrawalDetails>, 'subject'>;

function Address({ subject: withdrawal }: Shown) {
  return (
    <Panel>
      <AddressGroups address={withdrawal.address} />
    </Panel>
  );
}

function Named({ subject: withdrawal }: Shown) {
  const { t } = useTranslation('operator');
  const payout = livePayout(withdrawal);
  if (!payout) return null;
  return (
    <Panel>
      <Hint>{t('withdrawals.tx')}</Hint>
      <Code>{payout.tx}</Code>
      <AddressGroups address={withdrawal.address} />
    </Panel>
  );
}

function OrderedAndPaid({ subject: withdrawal }: Shown) {
  const { t } = useTranslation('operator');
  const paid = withdrawal.payouts.findLast((payout) => payout.paid !== null)?.paid;
  return (
    <Summary
      rows={[
        { label: t('withdrawals.ordered'), value: moneyText(withdrawal.received) },
        { label: t('withdrawals.paid'), value: paid ? moneyText(paid) : '' },
      ]}
    />
  );
}

function Transaction({ subject: withdrawal, value, onChange }: ShownProps<WithdrawalDetails, string>) {
  const { t } = useTranslation('operator');
  const tx = value.trim();
  return (
    <>
      <Summary
        rows={[
          { label: t('withdrawals.receives'), value: withdrawal.received },
          { label: t('withdrawals.network'), value: t(textKey('withdrawals.network', withdrawal.chain)) },
        ]}
      />
      <AddressGroups address={withdrawal.address} />
      <TextInput label={t('withdrawals.tx')} maxLength={80} whole value={value} onChange={onChange} />
      {txPattern.test(tx) && (
        <Panel>
          <Hint>{t('withdrawals.txEnds')}</Hint>
          <Code>{lastSix(tx)}</Code>
        </Panel>
      )}
    </>
  );
}

function CauseChoice({ subject: withdrawal, value, onChange }: ShownProps<WithdrawalDetails, Cause | undefined>) {
  const { t } = useTranslation('operator');
  const [language] = useLanguage();
  const notice = value && rejectionNotice(withdrawal.language, moneyText(withdrawal.amount), value, withdrawal.origin);
  return (
    <>
      <ChoiceGroup
        label={t('withdrawals.cause')}
        value={value}
        onChange={onChange}
        options={operatorRejections.map((each) => ({ value: each, label: rejectionCauseTexts[each][language] }))}
      />
      {notice && (
        <Panel>
          <Hint>{t('withdrawals.memberReads', { username: withdrawal.username })}</Hint>
          <div lang={notice.lang}>
            <strong>{notice.title}</strong>
            <p>{notice.text}</p>
          </div>
        </Panel>
      )}
    </>
  );
}
