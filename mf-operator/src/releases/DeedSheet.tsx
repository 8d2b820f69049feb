import { Button, Filters, Sheet, useToast } from '@trellis/kit';
import { Form, TextInput } from '@trellis/kit/form';
import { type CallError, useForm, useOnline } from '@trellis/shell-sdk';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';

interface DeedSheetProps {
  readonly title: string;
  /** What it does to people. */
  readonly text: string;
  /** What the button says. */
  readonly act: string;
  readonly danger?: boolean;
  readonly onClose: () => void;
  readonly run: (reason: string) => PromiseLike<{ readonly error?: CallError | undefined }>;
  /** What is to be chosen before. */
  readonly children?: ReactNode;
}

const ready = ['releases.reasonLoad', 'releases.reasonFigures', 'releases.reasonSlow'] as const;

/** What is done with a release, with what it does, and why: the reason is at hand by one press, or written. */
export function DeedSheet({ title, text, act, danger, onClose, run, children }: DeedSheetProps) {
  const { t } = useTranslation('operator');
  const toast = useToast();
  const online = useOnline();
  const [working, setWorking] = useState(false);
  const form = useForm(['reason'], {}, (value) => ({ reason: value('reason').trim() === '' && 'field.required' }));
  const submit = async () => {
    if (working || !form.check()) return;
    setWorking(true);
    const { error } = await run(form.value('reason').trim());
    setWorking(false);
    if (error) {
      form.refuse(error);
      return;
    }
    toast(t('releases.done'));
    onClose();
  };
  return (
    <Sheet title={title} dismissible={!working} onClose={onClose}>
      <p>{text}</p>
      <Form {...form.attributes} onSubmit={() => void submit()}>
        {children}
        <Filters
          label={t('releases.ready')}
          value={form.value('reason')}
          onChange={(reason) => form.set('reason', reason)}
          options={ready.map((key) => ({ value: t(key), label: t(key) }))}
        />
        <TextInput label={t('releases.reason')} maxLength={500} {...form.input('reason')} />
        <Button type="submit" kind={danger ? 'danger' : undefined} busy={working} disabled={!online}>
          {act}
        </Button>
      </Form>
    </Sheet>
  );
}
