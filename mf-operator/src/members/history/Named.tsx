import { useTranslation } from 'react-i18next';
import { ActionName } from '../../frame/ActionName.tsx';
import { useHasText } from '../../texts/textKey.ts';

/** A call or an action in the reader's words; one that has no text yet is shown as it is called in the log. */
export function Named({ name }: { name: string }) {
  const { t } = useTranslation('operator');
  const hasText = useHasText();
  return hasText('history.event', name) ? t(`history.event.${name}`) : <ActionName name={name} />;
}
