import { type OperatorRole, rolesApartIn } from '@trellis/api-contract/operator';
import { TextInput } from '@trellis/kit/form';
import { useForm } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorApi } from '../../api.ts';
import { ActionDialog } from '../../frame/ActionDialog.tsx';
import { RolesChoice } from './RolesChoice.tsx';

const namePattern = /^[a-z][a-z0-9.-]{1,31}$/;

/** What a new operator's link takes alongside: shown to who asked, and to nobody again. */
export interface NewWord {
  readonly name: string;
  readonly word: string;
}

/** Asks for a new operator. The link to enrol is made, and shown, when a second admin approves. */
export function InviteSheet({ onWord, onClose }: { onWord: (word: NewWord) => void; onClose: () => void }) {
  const { t } = useTranslation('operator');
  const [invite] = operatorApi.useInviteOperatorMutation();
  const [roles, setRoles] = useState<readonly OperatorRole[]>([]);
  const form = useForm(['name'], {}, (value) => ({ name: !namePattern.test(value('name').trim()) && 'field.format' }));
  const name = form.value('name').trim();
  const blocked = () => {
    if (!namePattern.test(name)) return t('operators.nameRule');
    if (roles.length === 0) return t('operators.noRoles');
    return rolesApartIn(roles) ? t('refusal.operator.roles_apart') : undefined;
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
      run={async (words) => {
        const answer = await invite({ name, roles: [...roles], ...words });
        if (answer.data) onWord({ name, word: answer.data.word });
        return answer;
      }}
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
