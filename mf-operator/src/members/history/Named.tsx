import { useTranslation } from 'react-i18next';
import { useIsTold } from '../../texts/textKey.ts';

/** A call or an action in the reader's words; one that has no text yet is shown as it is called in the log. */
export function Named({ name }: { name: string }) {
  const { t } = useTranslation('operator');
  const isTold = useIsTold();
  if (isTold('history.event', name)) return t(`history.event.${name}`);
  return isTold('history.action', name) ? t(`history.action.${name}`) : <span translate="no">{name}</span>;
}
