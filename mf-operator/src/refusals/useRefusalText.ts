import { type CallError, failureOf, useErrorText } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { refusalTextOf } from './refusalTexts.ts';

/** The reader's sentence for a failed action, those that only operators meet among them. */
export function useRefusalText(): (error: CallError) => string {
  const { t } = useTranslation('operator');
  const errorText = useErrorText();
  return (error) => {
    const failure = failureOf(error);
    const own = failure.kind === 'network' ? undefined : refusalTextOf(failure.problem.code);
    if (own === undefined || failure.kind === 'network') return errorText(error);
    return t(own, { ...failure.problem.params });
  };
}
