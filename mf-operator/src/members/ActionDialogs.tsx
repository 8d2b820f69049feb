import { languageTag, type SuspensionCause, suspensionCauses, suspensionCauseTexts } from '@trellis/api-contract';
import { Hint, Select } from '@trellis/kit';
import { languageNames, useLanguage } from '@trellis/shell-sdk';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionDialog } from '../frame/ActionDialog.tsx';
import { membersApi } from './api.ts';
import { countryOptions } from './countryNames.ts';
import * as styles from './Members.module.css';
import type { MemberFile } from './memberFile.ts';
import { causeText } from './memberTexts.ts';

interface ActionProps {
  readonly member: MemberFile;
  readonly onClose: () => void;
}

/** The cause is what the member reads, and it is shown as they will; the reason stays in the house. */
export function SuspendSheet({ member: { username, language }, onClose }: ActionProps) {
  const { t } = useTranslation('operator');
  const [suspend] = membersApi.useSuspendMemberMutation();
  const [cause, setCause] = useState<SuspensionCause>('securityCheck');
  return (
    <ActionDialog
      title={t('members.suspendTitle', { username })}
      consequence={t('members.suspendText')}
      submitLabel={t('members.suspend')}
      danger
      reasons={[t('members.reasonTakenOver'), t('members.reasonAsked'), t('members.reasonCheck')]}
      done={t('members.suspendDone')}
      onClose={onClose}
      run={({ reason }) => suspend({ username, cause, reason })}
    >
      <Select
        label={t('members.cause')}
        value={cause}
        onChange={setCause}
        options={suspensionCauses.map((value) => ({ value, label: t(causeText[value]) }))}
      />
      <div>
        <Hint>{t('members.told', { language: languageNames[language] })}</Hint>
        <p className={styles.told} lang={languageTag[language]}>
          {suspensionCauseTexts[cause][language]}
        </p>
      </div>
    </ActionDialog>
  );
}

export function RestoreSheet({ member: { username }, onClose }: ActionProps) {
  const { t } = useTranslation('operator');
  const [restore] = membersApi.useRestoreMemberMutation();
  return (
    <ActionDialog
      title={t('members.restoreTitle', { username })}
      consequence={t('members.restoreText')}
      submitLabel={t('members.restore')}
      reasons={[t('members.reasonChecked'), t('members.reasonMistake')]}
      done={t('members.restoreDone')}
      onClose={onClose}
      run={({ reason }) => restore({ username, reason })}
    />
  );
}

export function SessionsSheet({ member: { username }, onClose }: ActionProps) {
  const { t } = useTranslation('operator');
  const [end] = membersApi.useEndMemberSessionsMutation();
  return (
    <ActionDialog
      title={t('members.endSessionsTitle', { username })}
      consequence={t('members.endSessionsText')}
      submitLabel={t('members.endSessions')}
      reasons={[t('members.reasonLostPhone'), t('members.reasonTakenOver')]}
      onClose={onClose}
      run={({ reason }) => end({ username, reason })}
    />
  );
}

/** Only asks: another person has to approve it, and then its owner has time to stop it. */
export function ResetSheet({ member: { username }, onClose }: ActionProps) {
  const { t } = useTranslation('operator');
  const [request] = membersApi.useRequestFactorResetMutation();
  return (
    <ActionDialog
      title={t('members.resetTitle', { username })}
      consequence={t('members.resetText')}
      submitLabel={t('members.resetAct')}
      danger
      reasons={[t('members.reasonLostPhone')]}
      onClose={onClose}
      run={({ reason }) => request({ username, reason })}
    />
  );
}

export function CountrySheet({ member: { username, country: known }, onClose }: ActionProps) {
  const { t } = useTranslation('operator');
  const [reader] = useLanguage();
  const [change] = membersApi.useChangeMemberCountryMutation();
  const [country, setCountry] = useState(known ?? '');
  const options = useMemo(
    () => [{ value: '', label: t('members.countryChoose') }, ...countryOptions(reader)],
    [reader, t],
  );
  return (
    <ActionDialog
      title={t('members.countryTitle', { username })}
      consequence={t('members.countryText')}
      submitLabel={t('members.changeCountry')}
      reasons={[t('members.reasonMoved')]}
      blocked={country === (known ?? '') ? t('members.countryOther') : undefined}
      onClose={onClose}
      run={({ reason }) => change({ username, country, reason })}
    >
      <Select label={t('members.country')} value={country} onChange={setCountry} options={options} />
    </ActionDialog>
  );
}
