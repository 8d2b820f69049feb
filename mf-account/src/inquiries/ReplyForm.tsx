import { Button, Card, useToast } from '@trellis/kit';
import { Form } from '@trellis/kit/form';
import { useErrorText, useOnline } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accountApi } from '../api.ts';
import { MessageInput } from './MessageInput.tsx';
import { sameKeys } from './sameKey.ts';

/** Writes more to an inquiry. */
export function ReplyForm({ id }: { id: string }) {
  const { t } = useTranslation('account');
  const errorText = useErrorText();
  const toast = useToast();
  const online = useOnline();
  const [reply, { isLoading }] = accountApi.useReplyToInquiryMutation();
  const [keyOf, setKeys] = useState(() => sameKeys());
  const [text, setText] = useState('');
  const [issue, setIssue] = useState<string>();
  const write = (value: string) => {
    setText(value);
    setIssue(undefined);
  };
  const send = async () => {
    if (isLoading) return;
    setIssue(text.trim() === '' ? errorText('field.required') : undefined);
    if (text.trim() === '') return;
    const { error } = await reply({ id, text, idempotencyKey: keyOf({ text }) });
    if (error) {
      setIssue(errorText(error));
      return;
    }
    // The same words once more are another reply.
    setKeys(() => sameKeys());
    setText('');
    toast(t('consulation.replied'));
  };
  return (
    <Card label={t('consulation.reply')}>
      <Form onSubmit={() => void send()} issues={issue}>
        <MessageInput label={t('consulation.reply')} value={text} onChange={write} error={issue} />
        <Button type="submit" busy={isLoading} disabled={!online}>
          {t('consulation.sendReply')}
        </Button>
      </Form>
    </Card>
  );
}
