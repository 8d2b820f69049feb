import { Button, useToast } from '@trellis/kit';
import { useErrorText } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { stakeApi } from './api.ts';

interface RemoveChoiceProps {
  readonly id: string;
  /** Of the choice that is seen: a later one stays. */
  readonly chosenAt: string;
  readonly onRemoved: () => void;
}

/** Takes a choice back: nothing is done at the end of the term. Another can be made right away. */
export function RemoveChoice({ id, chosenAt, onRemoved }: RemoveChoiceProps) {
  const { t } = useTranslation('wallet');
  const errorText = useErrorText();
  const toast = useToast();
  const [remove, { isLoading }] = stakeApi.useRemoveStakeChoiceMutation();
  const submit = async (): Promise<void> => {
    const { error } = await remove({ id, chosenAt });
    toast(error ? errorText(error) : t('stake.maturity.removed'), error ? 'alert' : 'check');
    if (!error) onRemoved();
  };
  return (
    <Button kind="quiet" size="small" busy={isLoading} onClick={() => void submit()}>
      {t('stake.maturity.remove')}
    </Button>
  );
}
