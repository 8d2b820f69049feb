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
  readonly count: { readonly rows: number; readonly more: boolean } | 'whole' | undefined;
}

/** What is listed as a file, with how many rows that is before the press where they can be many. */
export function ExportLink({ path, text, search = {}, count }: ExportLinkProps) {
  const { t } = useTranslation('operator');
  const { onClick, notice } = useDownload();
  if (count === undefined || (count !== 'whole' && count.rows === 0)) return null;
  return (
    <>
      <ExternalLink href={`${operatorApiBase}${path}?${new URLSearchParams(search)}`} download onClick={onClick}>
        {count === 'whole' ? (text ?? t('export.whole')) : t('export.rows', { count: count.rows })}
      </ExternalLink>
      {notice}
      {count !== 'whole' && count.more && <Hint>{t('export.more', { count: count.rows })}</Hint>}
    </>
  );
}
