import type { ErrorCode, ErrorParams, FieldIssue } from '@trellis/api-contract';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { type CallError, failureOf } from './failure.ts';

export type ErrorSource = CallError | FieldIssue | ErrorCode;

const networkTexts = { failed: 'network.failed', lost: 'network.lost', server: 'network.server' } as const;

/** The reader's sentence for a failure, a wrong field or a bare code, with its parameters filled in. */
export function useErrorText(): (source: ErrorSource) => string {
  const { t, i18n } = useTranslation('errors');
  const { t: own } = useTranslation('sdk');
  return useCallback(
    (source) => {
      if (typeof source === 'string') return t(source);
      if ('path' in source) return t(source.code, { ...source.params });
      const failure = failureOf(source);
      if (failure.kind === 'network') return own(networkTexts[failure.why ?? 'failed']);
      const { code, params, requestId } = failure.problem;
      const values: ErrorParams = { ...params, requestId };
      // An API newer than this page may have codes that its texts do not know.
      return t(i18n.exists(code, { ns: 'errors' }) ? code : 'server.error', { ...values });
    },
    [t, i18n, own],
  );
}
