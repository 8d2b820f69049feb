import { useTranslation } from 'react-i18next';
import { namedText } from './historyTexts.ts';

/** A call or an action in the reader's words, or as it is called in the log. */
export function Named({ name }: { name: string }) {
  const { t } = useTranslation('operator');
  const text = namedText(name);
  return text === undefined ? <span translate="no">{name}</span> : t(text);
}
