import { goesToBalance, operatorRejections, rejectionCauseTexts } from '@trellis/api-contract';
import { rejectionNotice } from '@trellis/api-contract/notices/rejection';
import { Hint, moneyText, Panel } from '@trellis/kit';
import { ChoiceGroup } from '@trellis/kit/form';
import { useLanguage } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withdrawalsApi } from './api.ts';
import { amountOf, WithdrawalSheet, type WithdrawalSheetProps } from './WithdrawalSheet.tsx';
import type { WithdrawalFile } from './withdrawalTexts.ts';

type Cause = (typeof operatorRejections)[number];

/** First what the member is told, then the very words that they read, then why, which stays among operators. */
export function RejectSheet(props: WithdrawalSheetProps) {
  const { t } = useTranslation('operator');
  const [language] = useLanguage();
  const { file } = props;
  const [cause, setCause] = useState<Cause>();
  const [reject] = withdrawalsApi.useRejectWithdrawalMutation();
  const amount = amountOf(file);
  return (
    <WithdrawalSheet
      {...props}
      title={t('withdrawals.rejectTitle', { amount })}
      consequence={t(goesToBalance(file.origin) ? 'withdrawals.rejectText' : 'withdrawals.rejectStays', { amount })}
      submitLabel={t('withdrawals.rejectAct', { amount })}
      danger
      blocked={cause === undefined ? t('withdrawals.causeFirst') : undefined}
      run={({ id, revision, reason }) => reject({ id, revision, cause: cause ?? 'other', reason })}
    >
      <ChoiceGroup
        label={t('withdrawals.cause')}
        value={cause}
        onChange={setCause}
        options={operatorRejections.map((each) => ({ value: each, label: rejectionCauseTexts[each][language] }))}
      />
      {cause !== undefined && <MemberReads file={file} cause={cause} />}
    </WithdrawalSheet>
  );
}

function MemberReads({ file: { username, language, amount, origin }, cause }: { file: WithdrawalFile; cause: Cause }) {
  const { t } = useTranslation('operator');
  const { lang, title, text } = rejectionNotice(language, moneyText(amount), cause, origin);
  return (
    <Panel>
      <Hint>{t('withdrawals.memberReads', { username })}</Hint>
      <div lang={lang}>
        <strong>{title}</strong>
        <p>{text}</p>
      </div>
    </Panel>
  );
}
