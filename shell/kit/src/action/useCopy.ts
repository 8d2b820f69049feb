import { useTranslation } from 'react-i18next';
import { useToast } from '../frame/Toast.tsx';

/** Copies a text and says `done`, or how to go on where the browser does not allow it (plain http on a network). */
export function useCopy(): (text: string, done: string) => Promise<void> {
  const { t } = useTranslation('kit');
  const toast = useToast();
  return async (text, done) => {
    try {
      await navigator.clipboard.writeText(text);
      toast(done);
    } catch {
      toast(t('copy.failed'), 'alert');
    }
  };
}
