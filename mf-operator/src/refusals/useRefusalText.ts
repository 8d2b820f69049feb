import type { OperatorErrorCode } from '@trellis/api-contract/operator';
import { type CallError, failureOf, useErrorText } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { textKey, useIsTold } from '../texts/textKey.ts';

/** The reader's sentence for a failed action, those that only operators meet among them. */
export function useRefusalText(): (error: CallError) => string {
  const { t } = useTranslation('operator');
  const errorText = useErrorText();
  const isTold = useIsTold();
  return (error) => {
    const failure = failureOf(error);
    if (failure.kind === 'network') return errorText(error);
    const { code, params }: { code: string; params?: object } = failure.problem;
    return isTold('refusal', code)
      ? t(textKey<'refusal', OperatorErrorCode>('refusal', code), { ...params })
      : errorText(error);
  };
}
