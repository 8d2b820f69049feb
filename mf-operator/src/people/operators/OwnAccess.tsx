import { hasPasswordLength, isSamePassword } from '@trellis/api-contract';
import { Button, Notice } from '@trellis/kit';
import { PasswordInput } from '@trellis/kit/form';
import { useForm } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorApi } from '../../api.ts';
import { ActionDialog } from '../../frame/ActionDialog.tsx';
import { SessionList } from './SessionList.tsx';

/** Said to an operator who is logged in elsewhere, too: whoever else has got in is ended from here. */
export function OtherSessions() {
  const { t } = useTranslation('operator');
  const { data } = operatorApi.useGetOwnSessionsQuery({});
  const [open, setOpen] = useState(false);
  const others = data?.sessions.filter(({ current }) => !current) ?? [];
  if (others.length === 0) return null;
  return (
    <>
      <Notice
        tone="warning"
        title={t('own.others')}
        action={
          <Button size="small" onClick={() => setOpen(true)}>
            {t('own.end')}
          </Button>
        }
      >
        <SessionList sessions={others} />
      </Notice>
      {open && <EndOthers onClose={() => setOpen(false)} />}
    </>
  );
}

function EndOthers({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('operator');
  const [end] = operatorApi.useEndOtherSessionsMutation();
  return (
    <ActionDialog
      title={t('own.end')}
      consequence={t('own.endText')}
      submitLabel={t('own.end')}
      reasons={[t('own.reasonUnknown'), t('operators.reasonDevice')]}
      danger
      onClose={onClose}
      run={({ reason }) => end({ reason })}
    />
  );
}

/** An operator's own way in: their password. */
export function OwnPassword({ size }: { size?: 'small' }) {
  const { t } = useTranslation('operator');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button kind="quiet" {...(size && { size })} onClick={() => setOpen(true)}>
        {t('own.password')}
      </Button>
      {open && <PasswordSheet onClose={() => setOpen(false)} />}
    </>
  );
}

const names = ['oldPassword', 'password', 'again'] as const;
const codes = { 'member.old_password_incorrect': 'oldPassword', 'member.password_weak': 'password' } as const;

function PasswordSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('operator');
  const [change] = operatorApi.useChangeOwnPasswordMutation();
  const form = useForm(names, codes, (value) => ({
    oldPassword: value('oldPassword') === '' && 'field.required',
    password: !hasPasswordLength(value('password')) && 'member.password_weak',
    again: !isSamePassword(value('again'), value('password')) && 'member.entries_differ',
  }));
  return (
    <ActionDialog
      title={t('own.password')}
      consequence={t('own.passwordText')}
      submitLabel={t('own.password')}
      reasons={[t('own.reasonPassword'), t('own.reasonUnknown')]}
      asksCode
      fields={{ fields: names, codes: Object.keys(codes), ...form }}
      onClose={onClose}
      run={(words) => change({ oldPassword: form.value('oldPassword'), password: form.value('password'), ...words })}
    >
      <PasswordInput label={t('own.old')} autoComplete="current-password" {...form.input('oldPassword')} />
      <PasswordInput
        label={t('enrol.password')}
        hint={t('enrol.rule')}
        autoComplete="new-password"
        strengthAgainst={[]}
        {...form.input('password')}
      />
      <PasswordInput label={t('enrol.again')} autoComplete="new-password" {...form.input('again')} />
    </ActionDialog>
  );
}
