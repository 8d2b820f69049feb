import type { OperatorRole } from '@trellis/api-contract/operator';
import { TextInput } from '@trellis/kit/form';
import { useForm } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorApi } from '../../api.ts';
import { ActionDialog } from '../../frame/ActionDialog.tsx';
import { RolesChoice } from './RolesChoice.tsx';

const namePattern = /^[a-z][a-z0-9.-]{1,31}$/;

/** Asks for a new operator. The link to enrol is made, and shown, when a second admin approves. */
export function InviteSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('operator');
  const [invite] = operatorApi.useInviteOperatorMutation();
  const [roles, setRoles] = useState<readonly OperatorRole[]>([]);
  const form = useForm(['name'], {}, (value) => ({ name: !namePattern.test(value('name').trim()) && 'field.format' }));
  const name = form.value('name').trim();
  const blocked = () => {
    if (!namePattern.test(name)) return t('operators.nameRule');
    return roles.length === 0 ? t('operators.noRoles') : undefined;
  };
  return (
    <ActionDialog
      title={t('operators.invite')}
      consequence={t('operators.inviteText')}
      submitLabel={t('action.ask')}
      asksCode
      reasons={[t('operators.reasonNew')]}
      blocked={blocked()}
      done={t('action.sent')}
      onClose={onClose}
      run={(words) => invite({ name, roles: [...roles], ...words })}
    >
      <TextInput
        label={t('operators.name')}
        hint={t('operators.nameRule')}
        maxLength={32}
        autoComplete="off"
        {...form.input('name')}
      />
      <RolesChoice value={roles} onChange={setRoles} />
    </ActionDialog>
  );
}
