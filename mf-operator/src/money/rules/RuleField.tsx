import type { Unit } from '@trellis/api-contract';
import { Segmented, Select } from '@trellis/kit';
import { AmountInput, InputEnd, TextInput } from '@trellis/kit/form';
import { useTranslation } from 'react-i18next';
import type { Field } from './fields.ts';
import { useRuleTexts } from './useRuleTexts.ts';

interface RuleFieldProps {
  readonly field: Field;
  readonly at: { readonly key: string; readonly unit: Unit | null };
  readonly input: {
    readonly value: string;
    readonly onChange: (text: string) => void;
    readonly error: string | undefined;
  };
}

/** One field of a rule, as its schema says: what it is called, its unit, and within what bounds. */
export function RuleField({ field, at: { key, unit }, input }: RuleFieldProps) {
  const { t } = useTranslation('operator');
  const { fieldName, fieldHint, fieldUnit, codeName } = useRuleTexts();
  const { name, kind, least, most, nullable, options = [] } = field;
  const label = fieldName(name);
  const hints = [
    fieldHint(name),
    least !== undefined && most !== undefined && t('rules.between', { least, most }),
    least !== undefined && most === undefined && t('rules.atLeast', { least }),
    nullable && t('rules.mayBeEmpty'),
  ].filter((each) => typeof each === 'string');
  const hint = hints.length > 0 ? { hint: hints.join(' ') } : {};
  if (kind === 'boolean')
    return (
      <Segmented
        label={label}
        value={input.value}
        onChange={input.onChange}
        options={[
          { value: 'true', label: t('rules.true') },
          { value: 'false', label: t('rules.false') },
        ]}
      />
    );
  if (kind === 'choice')
    return (
      <Select
        label={label}
        options={options.map((option) => ({ value: option, label: codeName(option) }))}
        {...input}
        {...hint}
      />
    );
  if (kind === 'amount') return <AmountInput label={label} unit={unit ?? ''} {...input} {...hint} />;
  const behind = fieldUnit(name, key);
  return (
    <TextInput
      label={label}
      inputMode={kind === 'integer' ? 'numeric' : kind === 'decimal' ? 'decimal' : 'text'}
      maxLength={kind === 'text' ? 2000 : 30}
      end={behind === undefined ? undefined : <InputEnd>{behind}</InputEnd>}
      {...input}
      {...hint}
    />
  );
}
