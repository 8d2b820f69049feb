import { type CallError, failureOf } from '@trellis/shell-sdk';

/** The link has enrolled somebody before, or a day has passed. */
export function isLinkUsed(error: CallError): boolean {
  const failure = failureOf(error);
  return failure.kind === 'problem' && failure.problem.code === 'code.invalid_or_expired';
}
