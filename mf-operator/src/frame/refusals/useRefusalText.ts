import type { OperatorErrorCode } from '@trellis/api-contract/operator';
import { useDates } from '@trellis/kit';
import { type CallError, failureOf, useErrorText } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { textKey, useHasText } from '../../texts/textKey.ts';

/** The reader's sentence for a failed action, those that only operators meet among them. */
export function useRefusalText(): (error: CallError) => string {
  const { t } = useTranslation('operator');
  const errorText = useErrorText();
  const hasText = useHasText();
  const { dateTime } = useDates();
  return (error) => {
    const failure = failureOf(error);
    if (failure.kind === 'network') return errorText(error);
    const { code, params }: { code: string; params?: Readonly<Record<string, unknown>> } = failure.problem;
    if (!hasText('refusal', code)) return errorText(error);
    const until = typeof params?.until === 'string' && { until: dateTime(params.until) };
    return t(textKey<'refusal', OperatorErrorCode>('refusal', code), { ...params, ...until });
  };
}
