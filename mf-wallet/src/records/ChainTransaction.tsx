import type { Output } from '@trellis/api-contract';
import { Code, ExternalLink } from '@trellis/kit';
import { useTranslation } from 'react-i18next';

type Transaction = Output<'listDeposits'>['deposits'][number]['transaction'];

/** A transaction as its chain names it; where an explorer is configured, the way to its page there. */
export function ChainTransaction({ transaction: { id, url } }: { transaction: Transaction }) {
  const { t } = useTranslation('wallet');
  return (
    <>
      <Code>{id}</Code>
      {url !== null && (
        <>
          {' '}
          <ExternalLink href={url} apart>
            {t('record.explorer')}
          </ExternalLink>
        </>
      )}
    </>
  );
}
