import type { TermsDocument } from '@trellis/api-contract';
import { Card, Empty, Hint, Screen, SkeletonCard, useDates } from '@trellis/kit';
import { failureOf, Loaded, useLanguage, useSession } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { accountApi } from '../api.ts';
import { fileIcon } from '../icons.ts';

/** A document that members agree to, in the version that holds. Also read by visitors, on their way to registration. */
export function DocumentScreen({ document, title }: { document: TermsDocument; title: string }) {
  const { t } = useTranslation('account');
  const { date } = useDates();
  const { member } = useSession();
  const [language] = useLanguage();
  const query = accountApi.useGetDocumentQuery({ document, language });
  const failure = query.error && failureOf(query.error);
  const isMissing = failure?.kind === 'problem' && failure.problem.status === 404;
  return (
    <Screen title={title} back={member === null ? '/signup' : '/account'}>
      {isMissing ? (
        <Card>
          <Empty icon={fileIcon} text={t('document.notPublished')} />
        </Card>
      ) : (
        <Loaded query={query} waiting={<SkeletonCard hero />}>
          {({ version, publishedAt, sections }) => (
            <>
              <Hint>{t('document.version', { version, date: date(publishedAt) })}</Hint>
              {sections.map(({ heading, paragraphs }) => (
                <Card key={heading} title={heading}>
                  {paragraphs.map((paragraph) => (
                    <p key={paragraph}>{paragraph}</p>
                  ))}
                </Card>
              ))}
            </>
          )}
        </Loaded>
      )}
    </Screen>
  );
}
