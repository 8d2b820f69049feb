import { languageTag, type SuspensionCause, suspensionCauses, suspensionCauseTexts } from '@trellis/api-contract';
import { Hint, Select } from '@trellis/kit';
import { languageNames, useLanguage } from '@trellis/shell-sdk';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type MemberDetails, operatorApi } from '../../api.ts';
import { type ShownProps, sheetsOf } from '../../frame/actionSheets.tsx';
import { textKey } from '../../texts/textKey.ts';
import { countryOptions } from './countryNames.ts';
import * as styles from './Members.module.css';

const sheet = sheetsOf<MemberDetails>();
const named = ({ username }: MemberDetails) => ({ username });

/** What the support does for a member. */
export const memberSheets = {
  /** The cause is what the member reads, and it is shown as they will; the reason stays in the platform. */
  suspend: sheet(operatorApi.useSuspendMemberMutation, {
    title: 'members.suspendTitle',
    consequence: 'members.suspendText',
    submitLabel: 'members.suspend',
    done: 'members.suspendDone',
    reasons: ['members.reasonTakenOver', 'members.reasonAsked', 'members.reasonCheck'],
    values: named,
    danger: true,
    start: (): SuspensionCause => 'securityCheck',
    Shown: Cause,
    input: ({ username }, words, cause) => ({ username, cause, ...words }),
  }),
  restore: sheet(operatorApi.useRestoreMemberMutation, {
    title: 'members.restoreTitle',
    consequence: 'members.restoreText',
    submitLabel: 'members.restore',
    done: 'members.restoreDone',
    reasons: ['members.reasonChecked', 'members.reasonMistake'],
    values: named,
    asksCode: true,
    input: ({ username }, words) => ({ username, ...words }),
  }),
  sessions: sheet(operatorApi.useEndMemberSessionsMutation, {
    title: 'members.endSessionsTitle',
    consequence: 'members.endSessionsText',
    submitLabel: 'members.endSessions',
    reasons: ['members.reasonLostPhone', 'members.reasonTakenOver'],
    values: named,
    input: ({ username }, words) => ({ username, ...words }),
  }),
  /** Only asks: another person has to approve it, and then its owner has time to stop it. */
  reset: sheet(operatorApi.useRequestFactorResetMutation, {
    title: 'members.resetTitle',
    consequence: 'members.resetText',
    submitLabel: 'members.resetAction',
    reasons: ['members.reasonLostPhone'],
    values: named,
    danger: true,
    asksCode: true,
    input: ({ username }, words) => ({ username, ...words }),
  }),
  /** Only asks: another person has to approve it, and then there is no way back. */
  erase: sheet(operatorApi.useAskMemberErasureMutation, {
    title: 'members.eraseTitle',
    consequence: 'members.eraseText',
    submitLabel: 'members.eraseAction',
    done: 'members.eraseDone',
    reasons: ['members.reasonWritten'],
    values: named,
    danger: true,
    asksCode: true,
    confirmPhrase: ({ username }) => username,
    input: ({ username }, words) => ({ username, ...words }),
  }),
  country: sheet(operatorApi.useChangeMemberCountryMutation, {
    title: 'members.countryTitle',
    consequence: 'members.countryText',
    submitLabel: 'members.changeCountry',
    reasons: ['members.reasonMoved'],
    values: named,
    asksCode: true,
    start: ({ country }): string => country ?? '',
    Shown: Country,
    wrong: (country, member) => (country === (member.country ?? '') ? 'members.countryOther' : undefined),
    input: ({ username }, words, country) => ({ username, country, ...words }),
  }),
} as const;

function Cause({ subject: { language }, value, onChange }: ShownProps<MemberDetails, SuspensionCause>) {
  const { t } = useTranslation('operator');
  return (
    <>
      <Select
        label={t('members.cause')}
        value={value}
        onChange={onChange}
        options={suspensionCauses.map((each) => ({ value: each, label: t(textKey('members.cause', each)) }))}
      />
      <div>
        <Hint>{t('members.shown', { language: languageNames[language] })}</Hint>
        <p className={styles.reported} lang={languageTag[language]}>
          {suspensionCauseTexts[value][language]}
        </p>
      </div>
    </>
  );
}

function Country({ value, onChange }: ShownProps<MemberDetails, string>) {
  const { t } = useTranslation('operator');
  const [reader] = useLanguage();
  const options = useMemo(
    () => [{ value: '', label: t('members.countryChoose') }, ...countryOptions(reader)],
    [reader, t],
  );
  return <Select label={t('members.country')} value={value} onChange={onChange} options={options} />;
}
