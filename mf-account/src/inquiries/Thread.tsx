import { type Output, referenceText } from '@trellis/api-contract';
import { Button, Card, Chip, Code, Hint, Notice, Section, Sheet, Stack, Summary, useDates } from '@trellis/kit';
import { useErrorText } from '@trellis/shell-sdk';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accountApi } from '../api.ts';
import { inquiryStatusText, inquiryStatusTone, inquiryTypeText } from './inquiryTexts.ts';
import { ReplyForm } from './ReplyForm.tsx';
import * as styles from './Thread.module.css';

type Inquiry = Output<'getInquiry'>;

interface ThreadProps {
  /** What was written last, then what was before that. */
  readonly pages: readonly Inquiry[];
  /** Asks for what was written before. */
  readonly earlier: ReactNode;
}

/** One inquiry: what it is about, all that was written, and a place to write more until it is closed. */
export function Thread({ pages, earlier }: ThreadProps) {
  const { t } = useTranslation('account');
  const { dateTime } = useDates();
  const [inquiry] = pages;
  if (!inquiry) return null;
  const { id, type, status, record, transaction, createdAt } = inquiry;
  const about = [
    { label: t('consulation.type'), value: t(inquiryTypeText[type]) },
    { label: t('consulation.askedAt'), value: dateTime(createdAt) },
    {
      label: t('consulation.status'),
      value: <Chip tone={inquiryStatusTone[status]}>{t(inquiryStatusText[status])}</Chip>,
    },
    ...(record === null ? [] : [{ label: t('consulation.reference'), value: <Code>{referenceText(record)}</Code> }]),
    ...(transaction ? [{ label: t('consulation.transaction'), value: <Code>{transaction}</Code> }] : []),
  ];
  return (
    <>
      <Card label={t('consulation.title')}>
        <Summary rows={about} />
      </Card>
      <Section title={t('consulation.thread')}>
        {earlier}
        {[...pages]
          .reverse()
          .flatMap(({ messages }) => messages)
          .map((message) => (
            <Message key={message.id} message={message} />
          ))}
      </Section>
      {status === 'closed' ? (
        <Notice tone="neutral">{t('consulation.closed')}</Notice>
      ) : (
        <>
          <ReplyForm id={id} />
          <CloseInquiry id={id} />
        </>
      )}
    </>
  );
}

function Message({ message }: { message: Inquiry['messages'][number] }) {
  const { t } = useTranslation('account');
  const { dateTime } = useDates();
  const { author, text, at } = message;
  return (
    <Card>
      <Stack>
        <strong>{author === 'member' ? t('consulation.you') : t('consulation.support')}</strong>
        <Hint>
          <time dateTime={at}>{dateTime(at)}</time>
        </Hint>
      </Stack>
      <p className={styles.text} dir="auto">
        {text}
      </p>
    </Card>
  );
}

/** Closes after a confirmation. */
function CloseInquiry({ id }: { id: string }) {
  const { t } = useTranslation('account');
  const errorText = useErrorText();
  const [asking, setAsking] = useState(false);
  const [close, { isLoading, error }] = accountApi.useCloseInquiryMutation();
  return (
    <>
      <Button kind="quiet" onClick={() => setAsking(true)}>
        {t('consulation.close')}
      </Button>
      {asking && (
        <Sheet title={t('consulation.closeTitle')} dismissible={!isLoading} onClose={() => setAsking(false)}>
          <p>{t('consulation.closeText')}</p>
          {error !== undefined && <Notice tone="negative" urgent title={errorText(error)} />}
          <Button busy={isLoading} onClick={() => void close({ id })}>
            {t('consulation.close')}
          </Button>
        </Sheet>
      )}
    </>
  );
}
