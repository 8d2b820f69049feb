import { Chip, Row, Rows, type Tone, useDates } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import type { ListedOperator } from '../../api.ts';
import { useList } from '../../frame/useList.ts';
import { useRoleName } from '../../frame/useRoleName.ts';
import { textKey } from '../../texts/textKey.ts';
import { type OperatorState, stateOf } from './approvers.ts';

const tones = {
  suspended: 'negative',
  invited: 'warning',
  linkGone: 'warning',
  here: 'positive',
  away: 'neutral',
} as const satisfies Record<OperatorState, Tone>;

/** Where somebody stands, in a word. */
export function StateChip({ operator }: { operator: ListedOperator }) {
  const { t } = useTranslation('operator');
  const state = stateOf(operator);
  return <Chip tone={tones[state]}>{t(textKey('operators.state', state))}</Chip>;
}

/** All operators by name, with what they may and when they were last there. */
export function OperatorRows({ operators }: { operators: readonly ListedOperator[] }) {
  const { t } = useTranslation('operator');
  const { dateTime } = useDates();
  const roleName = useRoleName();
  const list = useList();
  return (
    <Rows label={t('operators.title')}>
      {operators.map((operator) => (
        <Row
          key={operator.name}
          to={`/operators/${operator.name}`}
          person={operator.name}
          title={<span translate="no">{operator.name}</span>}
          detail={
            <>
              {list(operator.roles.map(roleName))}
              {operator.lastSeenAt !== null && ` · ${t('operators.seen', { time: dateTime(operator.lastSeenAt) })}`}
            </>
          }
          end={<StateChip operator={operator} />}
        />
      ))}
    </Rows>
  );
}
