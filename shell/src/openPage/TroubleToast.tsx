import { useToast } from '@trellis/kit';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

/** Says once that something on the page did not work; what did not, nobody can say. */
export function TroubleToast() {
  const { t } = useTranslation('shell');
  const toast = useToast();
  useEffect(() => toast(t('openPage.trouble'), 'alert'), [toast, t]);
  return null;
}

/** Says that the page is from the server again, after one that was not. */
export function BackToast() {
  const { t } = useTranslation('shell');
  const toast = useToast();
  useEffect(() => toast(t('openPage.back')), [toast, t]);
  return null;
}
