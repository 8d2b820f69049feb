import { type OperatorRole, operatorRoles } from '@trellis/api-contract/operator';
import { Checkbox } from '@trellis/kit/form';
import { useTranslation } from 'react-i18next';
import { useRoleName } from '../../frame/useRoleName.ts';
import * as styles from './Operators.module.css';

interface RolesChoiceProps {
  readonly value: readonly OperatorRole[];
  readonly onChange: (roles: readonly OperatorRole[]) => void;
}

/** What somebody may: any of the roles, in one order whatever was pressed first. */
export function RolesChoice({ value, onChange }: RolesChoiceProps) {
  const { t } = useTranslation('operator');
  const roleName = useRoleName();
  const toggle = (role: OperatorRole, isChosen: boolean) =>
    onChange(operatorRoles.filter((each) => (each === role ? isChosen : value.includes(each))));
  return (
    <fieldset className={styles.roles}>
      <legend>{t('operators.roles')}</legend>
      {operatorRoles.map((role) => (
        <Checkbox key={role} checked={value.includes(role)} onChange={(isChosen) => toggle(role, isChosen)}>
          {roleName(role)}
        </Checkbox>
      ))}
    </fieldset>
  );
}
