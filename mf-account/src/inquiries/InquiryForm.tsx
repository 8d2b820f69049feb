import { type InquiryType, inquiryTypes, moneyText } from '@trellis/api-contract';
import { Button, Card, Notice, Select, Tips, useDates } from '@trellis/kit';
import { Form } from '@trellis/kit/form';
import { failureOf, useErrorText, useOnline } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accountApi } from '../api.ts';
import { inquiryTypeText } from './inquiryTexts.ts';
import { MessageInput } from './MessageInput.tsx';
import { sameKeys } from './sameKey.ts';

interface Issues {
  readonly record?: string | undefined;
  readonly text?: string | undefined;
  readonly form?: string | undefined;
}

/** Asks something new. @param onSent gets the id of the inquiry */
export function InquiryForm({ onSent }: { onSent: (id: string) => void }) {
  const { t } = useTranslation('account');
  const errorText = useErrorText();
  const online = useOnline();
  const [create, { isLoading }] = accountApi.useCreateInquiryMutation();
  const [keyOf] = useState(sameKeys);
  const [type, setType] = useState<InquiryType>('other');
  const [record, setRecord] = useState('');
  const [text, setText] = useState('');
  const [issues, setIssues] = useState<Issues>({});
  const records = useRecordOptions();

  const write = (value: string) => {
    setText(value);
    if (issues.text !== undefined) setIssues({ ...issues, text: undefined });
  };
  const send = async () => {
    if (isLoading) return;
    if (text.trim() === '') {
      setIssues({ text: errorText('field.required') });
      return;
    }
    setIssues({});
    const contents = { type, text, ...(record !== '' && { record }) };
    const { data, error } = await create({ ...contents, idempotencyKey: keyOf(contents) });
    if (data) onSent(data.id);
    else if (error) setIssues(issuesOf(error));
  };
  const issuesOf = (error: Parameters<typeof failureOf>[0]): Issues => {
    const failure = failureOf(error);
    const fields = failure.kind === 'problem' ? (failure.problem.fields ?? []) : [];
    const of = (path: string) => fields.filter((field) => field.path === path).map(errorText)[0];
    const found = { record: of('record'), text: of('text') };
    return found.record === undefined && found.text === undefined ? { form: errorText(error) } : found;
  };
  return (
    <Card title={t('consulation.ask')}>
      <Form onSubmit={() => void send()} issues={issues}>
        {issues.form !== undefined && (
          <Notice tone="negative" urgent>
            {issues.form}
          </Notice>
        )}
        <Select
          label={t('consulation.type')}
          value={type}
          onChange={setType}
          options={inquiryTypes.map((value) => ({ value, label: t(inquiryTypeText[value]) }))}
        />
        <Select
          label={t('consulation.record')}
          value={record}
          onChange={setRecord}
          error={issues.record}
          options={[{ value: '', label: t('consulation.noRecord') }, ...records]}
        />
        <MessageInput label={t('consulation.text')} value={text} onChange={write} error={issues.text} />
        <Tips items={[t('consulation.safety')]} />
        <Button type="submit" busy={isLoading} disabled={!online}>
          {t('consulation.send')}
        </Button>
      </Form>
    </Card>
  );
}

/** The newest records, one choice for each journal. Without an answer there is none: it is not needed to ask. */
function useRecordOptions() {
  const { dateTime } = useDates();
  const { data } = accountApi.useListRecordsInfiniteQuery({});
  const seen = new Set<string>();
  return (data?.pages[0]?.records ?? []).flatMap(({ reference, money, at, counterparty }) => {
    if (seen.has(reference)) return [];
    seen.add(reference);
    const label = [moneyText(money), counterparty, dateTime(at)].filter((part) => part !== undefined).join(' · ');
    return [{ value: reference, label }];
  });
}
