import { Button, Notice, useDates, useToast } from '@trellis/kit';
import { useErrorText } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { accountApi } from '../api.ts';

/** The support was asked to remove the authenticator: when, and the button that stops it. */
export function FactorReset({ dueAt }: { dueAt: string }) {
  const { t } = useTranslation('account');
  const errorText = useErrorText();
  const { dateTime } = useDates();
  const toast = useToast();
  const [cancel, { isLoading, error }] = accountApi.useCancelFactorResetMutation();
  const keep = async () => {
    if (!(await cancel({})).error) toast(t('security.done'));
  };
  return (
    <Notice
      tone="warning"
      urgent
      title={t('factorReset.title')}
      action={
        <Button size="small" busy={isLoading} onClick={() => void keep()}>
          {t('factorReset.keep')}
        </Button>
      }
    >
      {error === undefined ? t('factorReset.text', { until: dateTime(dueAt) }) : errorText(error)}
    </Notice>
  );
}
