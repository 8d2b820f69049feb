import { useTranslation } from 'react-i18next';
import { useHasText } from '../../texts/textKey.ts';

/** A call or an action in the reader's words; one that has no text yet is shown as it is called in the log. */
export function Named({ name }: { name: string }) {
  const { t } = useTranslation('operator');
  const hasText = useHasText();
  if (hasText('history.event', name)) return t(`history.event.${name}`);
  return hasText('history.action', name) ? t(`history.action.${name}`) : <span translate="no">{name}</span>;
}
