import { type InquiryType, idempotencyKeyPattern, inquiryTypes, moneyText, referenceText } from '@trellis/api-contract';
import { Button, Card, Select, Tips, useDates } from '@trellis/kit';
import { Form } from '@trellis/kit/form';
import { sameKeys, useForm } from '@trellis/shell-sdk';
import { useDraft } from '@trellis/shell-sdk/flow';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accountApi } from '../api.ts';
import { inquiryTypeText } from './inquiryTexts.ts';
import { MessageInput } from './MessageInput.tsx';

/** Asks something new. @param record reference of what it is about, or '' @param onSent gets the id of the inquiry */
export function InquiryForm({ record, onSent }: { record: string; onSent: (id: string) => void }) {
  const { t } = useTranslation('account');
  const [create, { isLoading }] = accountApi.useCreateInquiryMutation();
  const [keyOf] = useState(sameKeys);
  const [type, setType] = useState<InquiryType>('other');
  const draft = useDraft('inquiry.text');
  const form = useForm(
    ['record', 'text'],
    {},
    (value) => ({ text: value('text').trim() === '' && 'field.required' }),
    { record },
    { text: draft },
  );
  const records = useRecordOptions(record);

  const send = async () => {
    if (isLoading || !form.check()) return;
    const [text, about] = [form.value('text'), form.value('record')];
    const contents = { type, text, ...(about !== '' && { [isTransaction(about) ? 'transaction' : 'record']: about }) };
    const { data, error } = await create({ ...contents, idempotencyKey: keyOf(contents) });
    if (data) {
      form.set('text', '');
      onSent(data.id);
    } else if (error) form.refuse(error);
  };
  return (
    <Card title={t('consulation.ask')}>
      <Form {...form.attributes} onSubmit={() => void send()}>
        <Select
          label={t('consulation.type')}
          value={type}
          onChange={setType}
          options={inquiryTypes.map((value) => ({ value, label: t(inquiryTypeText[value]) }))}
        />
        <Select
          label={t('consulation.record')}
          {...form.input('record')}
          options={[{ value: '', label: t('consulation.noRecord') }, ...records]}
        />
        <MessageInput label={t('consulation.text')} {...form.input('text')} />
        <Tips items={[t('consulation.safety')]} />
        <Button type="submit" busy={isLoading}>
          {t('consulation.send')}
        </Button>
      </Form>
    </Card>
  );
}

/** A record is named by its journal, what was not credited by its transaction. */
const isTransaction = (about: string): boolean => !idempotencyKeyPattern.test(about);

/**
 * The newest records, one choice for each journal, and deposits that have none. Without an answer there is none: it is
 * not needed to ask.
 */
function useRecordOptions(wanted: string) {
  const { t } = useTranslation('account');
  const { dateTime } = useDates();
  const records = accountApi.useListRecordsInfiniteQuery({}).data?.pages[0]?.records ?? [];
  const deposits = accountApi.useListDepositsInfiniteQuery({}).data?.pages[0]?.deposits ?? [];
  const seen = new Set<string>();
  const choices = [
    ...records.map(({ reference, kind, money, at, counterparty }) => ({
      ...{ value: reference, at },
      parts: [t([`record.${kind}`, inquiryTypeText.other]), moneyText(money), counterparty],
    })),
    ...deposits
      .filter(({ reference }) => reference === null)
      .map(({ transaction, received, at }) => ({
        ...{ value: transaction.id, at },
        parts: [t(inquiryTypeText.deposit), moneyText(received), t('consulation.notCredited')],
      })),
  ].sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
  const newest = choices.flatMap(({ value, at, parts }) => {
    if (seen.has(value)) return [];
    seen.add(value);
    return [{ value, label: [...parts, dateTime(at)].filter((part) => part !== undefined).join(' · ') }];
  });
  // An older one was asked about: it is there by what a person reads out.
  return wanted === '' || seen.has(wanted) ? newest : [{ value: wanted, label: referenceText(wanted) }, ...newest];
}
