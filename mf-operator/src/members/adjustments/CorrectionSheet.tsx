import {
  type CorrectionCause,
  type CorrectionDirection,
  causesOf,
  correctionCauseTexts,
  languageTag,
  normalizeName,
  usernamePattern,
} from '@trellis/api-contract';
import { Hint, Panel, Segmented } from '@trellis/kit';
import { AmountInput, ChoiceGroup, parseAmountInput, TextInput } from '@trellis/kit/form';
import { languageNames, useForm, useLanguage } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorApi } from '../../api.ts';
import { ActionDialog } from '../../frame/ActionDialog.tsx';
import { wrongAmount, wrongName } from '../../frame/wrong.ts';

const fields = ['username', 'amount'] as const;

/**
 * Asks for a bonus to be put right: out of the pool to the member, or back into it, and why, as the member reads it; the reason
 * stays in the platform. Another treasurer approves all of it.
 */
export function CorrectionSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('operator');
  const [ask] = operatorApi.useAskBonusCorrectionMutation();
  const [language] = useLanguage();
  const [direction, setDirection] = useState<CorrectionDirection>('in');
  const [chosen, setCause] = useState<CorrectionCause>();
  // Typed to its end: each look at a member stands in the audit log.
  const [named, setNamed] = useState('');
  const causes = causesOf(direction);
  const cause = chosen !== undefined && causes.includes(chosen) ? chosen : undefined;
  const form = useForm(fields, { 'request.not_found': 'username', 'money.amount_format': 'amount' }, (value) => ({
    username: wrongName(value('username')),
    amount: wrongAmount(value('amount'), 'USD'),
  }));
  const reading = parseAmountInput(form.value('amount'), 'USD');
  return (
    <ActionDialog
      title={t('adjustments.correct')}
      consequence={t('adjustments.correctText')}
      submitLabel={t('action.ask')}
      asksCode
      done={t('action.sent')}
      blocked={cause === undefined ? t('withdrawals.causeFirst') : undefined}
      fields={{ fields, codes: ['request.not_found'], ...form }}
      onClose={onClose}
      run={(words) =>
        ask({
          username: normalizeName(form.value('username')),
          direction,
          amount: reading.kind === 'ok' ? reading.money.amount : form.value('amount'),
          cause: cause ?? 'other',
          ...words,
        })
      }
    >
      <TextInput
        label={t('adjustments.member')}
        maxLength={40}
        {...form.input('username')}
        onBlur={() => setNamed(normalizeName(form.value('username')))}
      />
      <Segmented
        label={t('adjustments.direction')}
        value={direction}
        onChange={setDirection}
        options={[
          { value: 'in', label: t('adjustments.toMember') },
          { value: 'out', label: t('adjustments.toPool') },
        ]}
      />
      <AmountInput label={t('adjustments.amount')} unit="USD" {...form.input('amount')} />
      <ChoiceGroup
        label={t('adjustments.cause')}
        value={cause}
        onChange={setCause}
        options={causes.map((value) => ({ value, label: correctionCauseTexts[value][language] }))}
      />
      {cause !== undefined && named !== '' && <MemberReads username={named} cause={cause} />}
    </ActionDialog>
  );
}

/**
 * What a member will read alongside a correction, in their language: they are looked up once somebody has typed their whole
 * name. Of nobody nothing is shown; the form says so when it is sent.
 */
function MemberReads({ username, cause }: { username: string; cause: CorrectionCause }) {
  const { t } = useTranslation('operator');
  const { currentData } = operatorApi.useGetMemberQuery({ username }, { skip: !usernamePattern.test(username) });
  if (currentData === undefined) return null;
  const { language } = currentData;
  return (
    <Panel>
      <Hint>{t('members.shown', { language: languageNames[language] })}</Hint>
      <p lang={languageTag[language]}>{correctionCauseTexts[cause][language]}</p>
    </Panel>
  );
}
