import { operatorApiBase } from '@trellis/api-contract/operator';
import { ExternalLink, Hint } from '@trellis/kit';
import { useOnline } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { operatorApi } from '../api.ts';
import type { AuditSearch } from './useAuditSearch.ts';

/** What is listed as a file, with how many rows that is before the press. */
export function ExportLink({ search }: { search: AuditSearch }) {
  const { t } = useTranslation('operator');
  const online = useOnline();
  const { currentData: found } = operatorApi.useCountAuditQuery(search, { refetchOnMountOrArgChange: true });
  if (found === undefined || found.rows === 0 || !online) return null;
  return (
    <>
      <ExternalLink href={`${operatorApiBase}/audit.csv?${new URLSearchParams(search)}`} download>
        {t('audit.export', { count: found.rows })}
      </ExternalLink>
      {found.more && <Hint>{t('audit.exportMore', { count: found.rows })}</Hint>}
    </>
  );
}
