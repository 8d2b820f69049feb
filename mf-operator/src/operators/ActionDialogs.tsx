import type { OperatorRole } from '@trellis/api-contract/operator';
import { Hint } from '@trellis/kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ListedOperator, operatorApi } from '../api.ts';
import { Changes } from '../audit/Changes.tsx';
import { ActionDialog } from '../frame/ActionDialog.tsx';
import { RolesChoice } from './RolesChoice.tsx';

interface ActionProps {
  readonly of: ListedOperator;
  readonly onClose: () => void;
}

/** Other roles in place of those of now, once a second admin has approved. */
export function RolesSheet({ of: { name, roles: before }, onClose }: ActionProps) {
  const { t } = useTranslation('operator');
  const [change] = operatorApi.useChangeOperatorRolesMutation();
  const [roles, setRoles] = useState<readonly OperatorRole[]>(before);
  const isSame = roles.length === before.length && roles.every((role) => before.includes(role));
  const blocked = () => {
    if (roles.length === 0) return t('operators.noRoles');
    return isSame ? t('operators.sameRoles') : undefined;
  };
  return (
    <ActionDialog
      title={t('operators.rolesOf', { name })}
      consequence={t('operators.rolesText')}
      submitLabel={t('action.ask')}
      asksCode
      confirmPhrase={name}
      reasons={[t('operators.reasonDuty')]}
      blocked={blocked()}
      done={t('action.sent')}
      onClose={onClose}
      run={(words) => change({ name, roles: [...roles], ...words })}
    >
      <RolesChoice value={roles} onChange={setRoles} />
      {!isSame && <Changes before={{ roles: before.join(', ') }} after={{ roles: roles.join(', ') }} />}
    </ActionDialog>
  );
}

/** At once, by one: every session ends, and what they asked for and approved. */
export function SuspendSheet({ of: { name, sessions, asked, yeses }, onClose }: ActionProps) {
  const { t } = useTranslation('operator');
  const [suspend] = operatorApi.useSuspendOperatorMutation();
  return (
    <ActionDialog
      title={t('operators.suspendTitle', { name })}
      consequence={t('operators.suspendText')}
      submitLabel={t('operators.suspend')}
      danger
      asksCode
      reasons={[t('operators.reasonLeft'), t('operators.reasonStolen')]}
      onClose={onClose}
      run={(words) => suspend({ name, ...words })}
    >
      <Hint>{t('operators.suspendEffect', { sessions, asked, yeses })}</Hint>
    </ActionDialog>
  );
}

/** They come back as they were, once a second admin has approved; what the suspension ended stays ended. */
export function RestoreSheet({ of: { name }, onClose }: ActionProps) {
  const { t } = useTranslation('operator');
  const [restore] = operatorApi.useRestoreOperatorMutation();
  return (
    <ActionDialog
      title={t('operators.restoreTitle', { name })}
      consequence={t('operators.restoreText', { name })}
      submitLabel={t('action.ask')}
      asksCode
      confirmPhrase={name}
      reasons={[t('operators.reasonCleared')]}
      done={t('action.sent')}
      onClose={onClose}
      run={(words) => restore({ name, ...words })}
    />
  );
}

/** They log in again; nothing else ends. */
export function SessionsSheet({ of: { name }, onClose }: ActionProps) {
  const { t } = useTranslation('operator');
  const [end] = operatorApi.useEndOperatorSessionsMutation();
  return (
    <ActionDialog
      title={t('operators.endTitle', { name })}
      consequence={t('operators.endText')}
      submitLabel={t('operators.end')}
      danger
      asksCode
      reasons={[t('operators.reasonDevice')]}
      onClose={onClose}
      run={(words) => end({ name, ...words })}
    />
  );
}
