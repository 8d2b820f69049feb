import { operatorApiBase } from '@trellis/api-contract/operator';
import { ExternalLink, Hint } from '@trellis/kit';
import { useOnline } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';

interface ExportLinkProps {
  /** Of the file, below the operators' API. */
  readonly path: string;
  readonly search: Readonly<Record<string, string>>;
  /** How many rows it would have; nothing is offered before that is known. */
  readonly found: { readonly rows: number; readonly more: boolean } | undefined;
}

/** What is listed as a file, with how many rows that is before the press. */
export function ExportLink({ path, search, found }: ExportLinkProps) {
  const { t } = useTranslation('operator');
  const online = useOnline();
  if (found === undefined || found.rows === 0 || !online) return null;
  return (
    <>
      <ExternalLink href={`${operatorApiBase}${path}?${new URLSearchParams(search)}`} download>
        {t('export.rows', { count: found.rows })}
      </ExternalLink>
      {found.more && <Hint>{t('export.more', { count: found.rows })}</Hint>}
    </>
  );
}
