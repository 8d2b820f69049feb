import type { InputOf } from '@trellis/api-contract';
import { Card, Hint, Notice } from '@trellis/kit';
import { type CallError, failureOf, useForm } from '@trellis/shell-sdk';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Listed, type ListedKey, operatorApi, type Rule } from '../../api.ts';
import { ActionDialog } from '../../frame/ActionDialog.tsx';
import { textKey } from '../../texts/textKey.ts';
import { FromInput, momentOf } from '../moments/FromInput.tsx';
import { fieldsOf } from './fields.ts';
import { partOf, textOf, wrongOf } from './fieldValues.ts';
import { PreviewPanel } from './PreviewPanel.tsx';
import { RuleField } from './RuleField.tsx';
import { RuleChanges } from './RuleValue.tsx';
import { usePreview } from './usePreview.ts';
import { useRuleTexts } from './useRuleTexts.ts';

interface RuleSheetProps {
  readonly subject: Listed;
  readonly at: ListedKey;
  readonly now: Rule | undefined;
  /** Reads again what is in force. */
  readonly refetch: () => unknown;
  readonly onClose: () => void;
}

/** As the server names what is wrong with it. */
const pathOf = (name: string): string => `value.${name}`;

/** A new rule in the place of the one in force, drawn from its subject's schema; the one in force stays as it is. */
export function RuleSheet({ subject: listed, at, now, refetch, onClose }: RuleSheetProps) {
  const { t } = useTranslation('operator');
  const { keyName } = useRuleTexts();
  const [set] = operatorApi.useSetRuleMutation();
  const waits = useRef(false);
  // What was looked at as the sheet opened, until the reader was informed that another is in force: then that one.
  const [seenId, setSeenId] = useState(now?.id);
  const base = seenId ?? now?.id;
  const { subject, secondPerson } = listed;
  const { key, unit, waiting } = at;
  const drawn = fieldsOf(listed);
  const fields = [...drawn.map(({ name }) => pathOf(name)), 'from'];
  const form = useForm(
    fields,
    {},
    (value) =>
      Object.fromEntries(drawn.map((field) => [pathOf(field.name), wrongOf(field, value(pathOf(field.name)), unit)])),
    Object.fromEntries(drawn.map(({ name }) => [pathOf(name), textOf(now?.value[name])])),
  );
  const value = Object.fromEntries(
    drawn.map((field) => [field.name, partOf(field, form.value(pathOf(field.name)), unit)]),
  );
  const from = momentOf(form.value('from'));
  // Which fields a subject has, the page knows from the server alone, which also checks them.
  const wanted = { subject, key, value, ...(from !== undefined && { from }) } as InputOf<'operator', 'previewRule'>;
  const isGood = drawn.every((field) => wrongOf(field, form.value(pathOf(field.name)), unit) === undefined);
  const isChanged = drawn.some(({ name }) => now?.value[name] !== value[name]);
  const preview = usePreview(isGood && isChanged ? wanted : undefined);
  const takesTwo = secondPerson || (preview?.secondPerson ?? false);
  return (
    <ActionDialog
      title={key === 'all' ? t(textKey('rules.subject', subject)) : keyName(subject, key)}
      consequence={t('rules.setText')}
      submitLabel={t(takesTwo ? 'action.ask' : 'rules.action')}
      asksCode
      blocked={isChanged ? undefined : t('rules.unchanged')}
      done={() => t(waits.current ? 'action.sent' : 'action.done')}
      fields={{ fields, ...form }}
      onClose={onClose}
      run={async (words) => {
        const answer = await set({ ...wanted, ...(base !== undefined && { base }), ...words } as InputOf<
          'operator',
          'setRule'
        >);
        waits.current = answer.data?.state === 'waiting';
        if (answer.error && hasMoved(answer.error)) {
          await refetch();
          setSeenId(undefined);
        }
        return answer;
      }}
    >
      {waiting && <Notice tone="warning" title={t('rules.replaces')} />}
      {drawn.map((field) => (
        <RuleField key={field.name} field={field} at={at} input={form.input(pathOf(field.name))} />
      ))}
      <FromInput {...form.input('from')} />
      {isChanged && isGood && (
        <Card title={t('rules.changes')}>
          <RuleChanges subject={listed} at={at} before={now?.value} value={value} />
        </Card>
      )}
      {preview?.traffic && <PreviewPanel traffic={preview.traffic} />}
      {takesTwo ? <Notice tone="warning" title={t('rules.takesTwo')} /> : preview && <Hint>{t('rules.alone')}</Hint>}
    </ActionDialog>
  );
}

/** Somebody else has set it since it was looked at. */
function hasMoved(error: CallError): boolean {
  const failure = failureOf(error);
  if (failure.kind !== 'problem') return false;
  // Of the codes that only operators meet: the page's own catalogue has none of them.
  const code: string = failure.problem.code;
  return code === 'rule.changed';
}
