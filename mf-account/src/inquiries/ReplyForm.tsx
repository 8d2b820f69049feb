import { Button, Card, useToast } from '@trellis/kit';
import { Form } from '@trellis/kit/form';
import { sameKeys, useForm } from '@trellis/shell-sdk';
import { useDraft } from '@trellis/shell-sdk/flow';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accountApi } from '../api.ts';
import { MessageInput } from './MessageInput.tsx';

/** Writes more to an inquiry. */
export function ReplyForm({ id }: { id: string }) {
  const { t } = useTranslation('account');
  const toast = useToast();
  const [reply, { isLoading }] = accountApi.useReplyToInquiryMutation();
  const [keyOf, setKeys] = useState(() => sameKeys());
  const draft = useDraft(`inquiry.${id}.reply`);
  const wrong = (value: (field: 'text') => string) => ({
    text: value('text').trim() === '' && ('field.required' as const),
  });
  const form = useForm(['text'], {}, wrong, undefined, { text: draft });
  const send = async () => {
    if (isLoading || !form.check()) return;
    const text = form.value('text');
    const { error } = await reply({ id, text, idempotencyKey: keyOf({ text }) });
    if (error) {
      form.refuse(error);
      return;
    }
    // The same words once more are another reply.
    setKeys(() => sameKeys());
    form.set('text', '');
    toast(t('consulation.replied'));
  };
  return (
    <Card label={t('consulation.reply')}>
      <Form {...form.attributes} onSubmit={() => void send()}>
        <MessageInput label={t('consulation.reply')} {...form.input('text')} />
        <Button type="submit" busy={isLoading}>
          {t('consulation.sendReply')}
        </Button>
      </Form>
    </Card>
  );
}
