import { Button, Hint, Notice, Sheet, useToast } from '@trellis/kit';
import { failureOf, useErrorText } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { type OwnPackage, planApi } from '../api.ts';

/** What cancelling does, and the one button that does it. */
export function CancelSheet({ own, price, onClose }: { own: OwnPackage; price: string; onClose: () => void }) {
  const { t } = useTranslation('plan');
  const errorText = useErrorText();
  const toast = useToast();
  const [cancel, { isLoading, error }] = planApi.useCancelPackageMutation();
  const submit = async () => {
    const answer = await cancel({ id: own.id });
    if (answer.error) return;
    toast(t('cancel.done'));
    onClose();
  };
  return (
    <Sheet title={t('cancel.title', { level: own.level })} dismissible={!isLoading} onClose={onClose}>
      <Hint>{t('cancel.text', { price })}</Hint>
      {error && <Notice tone="negative" urgent title={errorText(failureOf(error))} />}
      <Button kind="danger" busy={isLoading} onClick={() => void submit()}>
        {isLoading ? t('cancel.busy') : t('cancel.action')}
      </Button>
    </Sheet>
  );
}
