import { type TermsDocument, termsDocuments } from '@trellis/api-contract';
import { Button, Hint, Notice, Sheet, TextLink } from '@trellis/kit';
import { injectContract, logOut, memberContract, useErrorText } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';

const termsApi = injectContract(memberContract, ['getTermsDue', 'acceptTerms']);

const documentText = {
  terms: 'newTerms.terms',
  termservice: 'newTerms.termservice',
} as const satisfies Record<TermsDocument, string>;

/** Asks for agreement to documents that have changed. Out of sight while one of them is read. */
export function TermsSheet() {
  const { t } = useTranslation('shell');
  const errorText = useErrorText();
  const { pathname } = useLocation();
  const { data, refetch } = termsApi.useGetTermsDueQuery({}, { refetchOnMountOrArgChange: true });
  const [accept, acceptance] = termsApi.useAcceptTermsMutation();
  const [leaving, setLeaving] = useState(false);
  const [refused, setRefused] = useState<string>();
  const due = data?.due ?? [];
  const isReading = termsDocuments.some((document) => pathname.toLowerCase().startsWith(`/${document}`));
  if (due.length === 0 || isReading) return null;

  const agree = async () => {
    setRefused(undefined);
    const { error } = await accept({ accepted: due.map(({ document, version }) => ({ document, version })) });
    if (!error) return;
    setRefused(errorText(error));
    // What was shown may not be what holds any more.
    void refetch();
  };
  const leave = async () => {
    setLeaving(true);
    setRefused(undefined);
    const failure = await logOut(memberContract);
    setLeaving(false);
    if (failure) setRefused(errorText(failure));
  };
  return (
    <Sheet title={t('newTerms.title')} dismissible={false} onClose={() => undefined}>
      <Hint>{t('newTerms.text')}</Hint>
      {due.map(({ document }) => (
        <TextLink key={document} to={`/${document}`}>
          {t(documentText[document])}
        </TextLink>
      ))}
      {refused !== undefined && <Notice tone="negative" urgent title={refused} />}
      <Button busy={acceptance.isLoading} onClick={() => void agree()}>
        {t('newTerms.agree')}
      </Button>
      <Button kind="quiet" busy={leaving} onClick={() => void leave()}>
        {t('newTerms.logOut')}
      </Button>
    </Sheet>
  );
}
