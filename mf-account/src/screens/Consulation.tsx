import { idempotencyKeyPattern } from '@trellis/api-contract';
import { Button, LinkButton, Pane, Screen } from '@trellis/kit';
import { Closing, Done } from '@trellis/kit/form';
import { SuspensionNotice } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { isAnswer } from '../help/answers.ts';
import { GoodToKnow } from '../help/GoodToKnow.tsx';
import { InquiryForm } from '../inquiries/InquiryForm.tsx';
import { InquiryList } from '../inquiries/InquiryList.tsx';

/**
 * `/consulation`: what was asked before, what members ask most, and our support. Open to suspended members, too. An
 * address with `?about=` begins with that answer, one with `?record=` is about that record.
 */
export function Component() {
  const { t } = useTranslation('account');
  const [sentId, setSentId] = useState<string>();
  const [params] = useSearchParams();
  const answer = params.get('about');
  // Only what can be a reference: the address may be anybody's.
  const named = params.get('record') ?? '';
  const record = idempotencyKeyPattern.test(named) ? named : '';
  const about = isAnswer(answer) ? answer : undefined;
  // Whoever comes from a record or from a question goes on with it; anybody else may have an answer waiting.
  const begins = record !== '' || about !== undefined || sentId !== undefined;
  const questions = <GoodToKnow about={about} />;
  const form =
    sentId === undefined ? (
      <InquiryForm record={record} onSent={setSentId} />
    ) : (
      <>
        <Done title={t('consulation.sent')} text={t('consulation.sentText')} />
        <Closing to={`/consulation/detail/${sentId}`} />
        <LinkButton to={`/consulation/detail/${sentId}`}>{t('consulation.openSent')}</LinkButton>
        <Button kind="quiet" onClick={() => setSentId(undefined)}>
          {t('consulation.another')}
        </Button>
      </>
    );
  return (
    <Screen title={t('consulation.title')} back="/account" layout="panes">
      <Pane>
        <SuspensionNotice />
        {begins && (about === undefined ? form : questions)}
        <InquiryList />
      </Pane>
      <Pane>
        {about === undefined && questions}
        {!(begins && about === undefined) && form}
      </Pane>
    </Screen>
  );
}
