import { type OperatorRole, rolesApartIn } from '@trellis/api-contract/operator';
import { Hint } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import { type ListedOperator, operatorApi } from '../../api.ts';
import { type ShownProps, sheetsOf } from '../../frame/actionSheets.tsx';
import { Changes } from '../../frame/Changes.tsx';
import { useFacts } from '../../queues/approvals/useFacts.ts';
import { RolesChoice } from './RolesChoice.tsx';

type Roles = readonly OperatorRole[];

const sheet = sheetsOf<ListedOperator>();
const named = ({ name }: ListedOperator) => ({ name });
const isSame = (before: Roles, after: Roles) =>
  after.length === before.length && after.every((role) => before.includes(role));

/** What an admin does with another operator. */
export const operatorSheets = {
  /** Other roles in place of those of now, once a second admin has approved. */
  roles: sheet(operatorApi.useChangeOperatorRolesMutation, {
    title: 'operators.rolesOf',
    consequence: 'operators.rolesText',
    submitLabel: 'action.ask',
    done: 'action.sent',
    reasons: ['operators.reasonDuty'],
    values: named,
    asksCode: true,
    confirmPhrase: ({ name }) => name,
    start: ({ roles }): Roles => roles,
    Shown: OtherRoles,
    wrong: (roles, operator) => {
      if (roles.length === 0) return 'operators.noRoles';
      if (rolesApartIn(roles)) return 'refusal.operator.roles_apart';
      return isSame(operator.roles, roles) ? 'operators.sameRoles' : undefined;
    },
    input: ({ name }, words, roles) => ({ name, roles: [...roles], ...words }),
  }),
  /** At once, by one: every session ends, and what they asked for and approved. */
  suspend: sheet(operatorApi.useSuspendOperatorMutation, {
    title: 'operators.suspendTitle',
    consequence: 'operators.suspendText',
    submitLabel: 'operators.suspend',
    reasons: ['operators.reasonLeft', 'operators.reasonStolen'],
    values: named,
    danger: true,
    asksCode: true,
    Shown: Ended,
    input: ({ name }, words) => ({ name, ...words }),
  }),
  /** They log in again; nothing else ends. */
  sessions: sheet(operatorApi.useEndOperatorSessionsMutation, {
    title: 'operators.endTitle',
    consequence: 'operators.endText',
    submitLabel: 'operators.end',
    reasons: ['operators.reasonDevice'],
    values: named,
    danger: true,
    asksCode: true,
    input: ({ name }, words) => ({ name, ...words }),
  }),
  /** They come back as they were, once a second admin has approved; what the suspension ended stays ended. */
  restore: sheet(operatorApi.useRestoreOperatorMutation, {
    title: 'operators.restoreTitle',
    consequence: 'operators.restoreText',
    submitLabel: 'action.ask',
    done: 'action.sent',
    reasons: ['operators.reasonCleared'],
    values: named,
    asksCode: true,
    confirmPhrase: ({ name }) => name,
    input: ({ name }, words) => ({ name, ...words }),
  }),
} as const;

function OtherRoles({ subject: { roles: before }, value, onChange }: ShownProps<ListedOperator, Roles>) {
  const words = useFacts();
  return (
    <>
      <RolesChoice value={value} onChange={onChange} />
      {!isSame(before, value) && <Changes before={{ roles: before }} after={{ roles: value }} words={words} />}
    </>
  );
}

function Ended({ subject: { sessions, asked, approvals } }: ShownProps<ListedOperator>) {
  const { t } = useTranslation('operator');
  return <Hint>{t('operators.suspendEffect', { sessions, asked, approvals })}</Hint>;
}
