import { operatorApiBase } from '@trellis/api-contract/operator';
import { ExternalLink, Hint } from '@trellis/kit';
import { useDownload } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';

export interface ExportLinkProps {
  /** Of the file, below the operators' API. */
  readonly path: string;
  /** Where it is not what is listed. */
  readonly text?: string;
  readonly search?: Readonly<Record<string, string>>;
  /**
   * How many rows it would have; nothing is offered before that is known. `whole`: there are some, and one file has them
   * all, for nobody but operators adds to the list.
   */
  readonly found: { readonly rows: number; readonly more: boolean } | 'whole' | undefined;
}

/** What is listed as a file, with how many rows that is before the press where they can be many. */
export function ExportLink({ path, text, search = {}, found }: ExportLinkProps) {
  const { t } = useTranslation('operator');
  const { onClick, notice } = useDownload();
  if (found === undefined || (found !== 'whole' && found.rows === 0)) return null;
  return (
    <>
      <ExternalLink href={`${operatorApiBase}${path}?${new URLSearchParams(search)}`} download onClick={onClick}>
        {found === 'whole' ? (text ?? t('export.whole')) : t('export.rows', { count: found.rows })}
      </ExternalLink>
      {notice}
      {found !== 'whole' && found.more && <Hint>{t('export.more', { count: found.rows })}</Hint>}
    </>
  );
}
