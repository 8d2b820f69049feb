import { languageTag, longestInquiryText } from '@trellis/api-contract';
import { operatorContract, type ReadyAnswerName, readyAnswerNames, readyAnswers } from '@trellis/api-contract/operator';
import { Button, Card, Select, Tips, useToast } from '@trellis/kit';
import { FactorInput, Form, TextArea } from '@trellis/kit/form';
import { languageNames, useForm, useLanguage } from '@trellis/shell-sdk';
import { useDraft, useKeptCall } from '@trellis/shell-sdk/flow';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type MemberInquiry, operatorApi } from '../../api.ts';
import { textKey } from '../../texts/textKey.ts';

/** Answers in the language that the member reads; what is asked most has its answer at hand in each. */
export function AnswerForm({ inquiry }: { inquiry: MemberInquiry }) {
  const { id, username, language } = inquiry;
  const { t } = useTranslation('operator');
  const toast = useToast();
  const [reader] = useLanguage();
  const [answer, { isLoading }] = operatorApi.useAnswerInquiryMutation();
  const { settle, open, notice } = useKeptCall(operatorContract);
  const [ready, setReady] = useState<ReadyAnswerName | ''>('');
  const draft = useDraft(`inquiry.${id}.answer`);
  const wrong = (value: (field: 'text') => string) => ({
    text: value('text').trim() === '' && ('field.required' as const),
  });
  const form = useForm(
    ['text', 'code'],
    { 'twofactor.incorrect': 'code', 'twofactor.used': 'code' },
    wrong,
    undefined,
    { text: draft },
  );
  const text = form.value('text');
  // Of many answers within an hour: asked for by the refusal of one.
  const code = form.value('code');
  const asksCode = code !== '' || form.input('code').error !== undefined;
  const insert = (name: ReadyAnswerName | '') => {
    setReady(name);
    if (name === '') return;
    // What was written before stays.
    const before = text.trim() === '' || isReady(text) ? '' : `${text.trimEnd()}\n\n`;
    form.set('text', (before + readyAnswers[name][language]).slice(0, longestInquiryText));
  };
  const send = async () => {
    if (isLoading || open || !form.check()) return;
    const { error } = await settle(
      answer({ id, text, reason: ready === '' ? 'answer' : `answer ${ready}`, ...(code !== '' && { code }) }),
    );
    if (error) {
      form.refuse(error);
      return;
    }
    form.set('text', '');
    form.set('code', '');
    setReady('');
    toast(t('inquiries.answered'));
  };
  const number = new Intl.NumberFormat(languageTag[reader]);
  const read = t('inquiries.reads', { username, language: languageNames[language] });
  const count = t('inquiries.count', {
    used: number.format(text.length),
    most: number.format(longestInquiryText),
  });
  return (
    <Card title={t('inquiries.answer')}>
      <Form {...form.attributes} onSubmit={() => void send()}>
        <Select
          label={t('inquiries.readyAnswers')}
          value={ready}
          onChange={insert}
          options={[
            { value: '', label: t('inquiries.ownWords') },
            ...readyAnswerNames.map((value) => ({ value, label: t(textKey('inquiries.ready', value)) })),
          ]}
        />
        <TextArea
          label={t('inquiries.text')}
          hint={`${read} ${count}`}
          maxLength={longestInquiryText}
          {...form.input('text')}
        />
        <Tips items={[t('inquiries.safety')]} />
        {asksCode && <FactorInput {...form.input('code')} />}
        {notice}
        {!open && (
          <Button type="submit" busy={isLoading}>
            {t('inquiries.send')}
          </Button>
        )}
      </Form>
    </Card>
  );
}

/** Nothing of the operator's own: another ready answer takes its place. */
const isReady = (text: string): boolean =>
  Object.values(readyAnswers).some((answers) => Object.values(answers).includes(text));
