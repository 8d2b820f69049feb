import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';

const paths: Readonly<Record<string, string>> = { terms: '/terms', service: '/termservice' };

/** The sentence to agree to. Its text marks the links as `<terms>…</terms>`, because their order is the language's. */
export function TermsText() {
  const { t } = useTranslation('shell');
  const parts = t('signup.agree').split(/<(\w+)>(.*?)<\/\1>/);
  // Plain text, name of a link, its text, plain text, …
  return parts.map((part, index) => {
    if (index % 3 === 1) return null;
    const to = index % 3 === 2 ? paths[parts[index - 1] ?? ''] : undefined;
    return to === undefined ? (
      part
    ) : (
      <Link key={to} to={to}>
        {part}
      </Link>
    );
  });
}
