import type { OutputOf } from '@trellis/api-contract';
import { operatorContract } from '@trellis/api-contract/operator';
import { injectContract } from '@trellis/shell-sdk';

/** The calls about what members agree to; the approval of a version is given among all others. */
export const termsApi = injectContract(operatorContract, ['listTermsVersions', 'askTerms']);

export type TermsVersion = OutputOf<'operator', 'listTermsVersions'>['versions'][number];
