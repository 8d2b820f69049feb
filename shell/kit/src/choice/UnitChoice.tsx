import type { Unit } from '@trellis/api-contract';
import { Icon } from '../icon/Icon.tsx';
import { Coin } from '../mark/Coin.tsx';
import type { ChoiceProps } from './Choice.tsx';
import * as fieldStyles from './Field.module.css';
import { NativeSelect } from './NativeSelect.tsx';

/** Between units, alongside the amount that is in one of them: its mark, its code, and the platform's own menu. */
export function UnitChoice<Value extends Unit>({ label, value, options, onChange }: ChoiceProps<Value>) {
  return (
    <span className={fieldStyles.unit}>
      <UnitMark unit={value} />
      <NativeSelect value={value} options={options} onChange={onChange} attributes={{ 'aria-label': label }} />
      <Icon icon="down" />
    </span>
  );
}

/** A unit that is not chosen here. */
export function UnitShown({ unit }: { unit: Unit }) {
  return (
    <span className={fieldStyles.unit}>
      <UnitMark unit={unit} />
    </span>
  );
}

function UnitMark({ unit }: { unit: Unit }) {
  return (
    <>
      <Coin unit={unit} size="small" />
      {unit}
    </>
  );
}
