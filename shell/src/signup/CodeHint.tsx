import { useTranslation } from 'react-i18next';
import type { EmailCode } from './useEmailCode.ts';

/** Under a code field: that a code was sent, and in development where its mail can be read. */
export function CodeHint({ code }: { code: EmailCode }) {
  const { t } = useTranslation('kit');
  if (!code.sent) return t('code.hint');
  return (
    <>
      {t('code.sent')}
      {code.mailbox !== undefined && (
        <>
          {' · '}
          <a href={code.mailbox} target="_blank" rel="noreferrer">
            {t('code.mailbox')}
          </a>
        </>
      )}
    </>
  );
}
