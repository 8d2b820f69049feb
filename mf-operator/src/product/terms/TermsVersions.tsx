import { type TermsDocument, termsDocuments } from '@trellis/api-contract';
import { Button, Buttons, Card, Hint, Section, SkeletonCard, Summary, useDates } from '@trellis/kit';
import { Loaded } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorApi, type TermsVersion } from '../../api.ts';
import { Updated } from '../../frame/Updated.tsx';
import { textKey } from '../../texts/textKey.ts';
import { TermsSheet } from './TermsSheet.tsx';

/** What members agree to: the version of each document that holds, and the way to the next one. */
export function TermsVersions() {
  const { t } = useTranslation('operator');
  const query = operatorApi.useListTermsVersionsQuery({});
  return (
    <Section title={t('terms.title')}>
      <Hint>{t('terms.text')}</Hint>
      <Loaded query={query} waiting={<SkeletonCard />}>
        {({ versions }, stamp) => (
          <>
            <Updated stamp={stamp} />
            {termsDocuments.map((document) => (
              <DocumentCard
                key={document}
                document={document}
                versions={versions.filter((version) => version.document === document)}
              />
            ))}
          </>
        )}
      </Loaded>
    </Section>
  );
}

interface DocumentCardProps {
  readonly document: TermsDocument;
  /** The latest first. */
  readonly versions: readonly TermsVersion[];
}

function DocumentCard({ document, versions }: DocumentCardProps) {
  const { t } = useTranslation('operator');
  const { dateTime } = useDates();
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title={t(textKey('approvals.document', document))}>
      <Summary
        rows={versions.map(({ version, publishedAt }) => ({
          label: `${t('approvals.fact.version')} ${version}`,
          value: dateTime(publishedAt),
        }))}
      />
      <Buttons>
        <Button kind="quiet" onClick={() => setOpen(true)}>
          {t('terms.next')}
        </Button>
      </Buttons>
      {isOpen && <TermsSheet document={document} base={versions[0]?.version ?? 0} onClose={() => setOpen(false)} />}
    </Card>
  );
}
