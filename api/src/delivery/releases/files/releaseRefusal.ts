import type { ErrorParams } from '@trellis/api-contract';
import { type OperatorErrorCode, operatorErrorCatalogue } from '@trellis/api-contract/operator';
import { AppError, fillIn } from '../../../ground/errors.ts';
import { ExplainedError } from '../../../ground/explainedError.ts';

type ReleaseCode = Extract<OperatorErrorCode, `release.${string}`>;

/** A step with a release that is not possible: operators read its code in their language, a command line its sentence. */
export class ReleaseRefusal extends ExplainedError {
  readonly code: ReleaseCode;
  readonly params: ErrorParams;

  constructor(code: ReleaseCode, params: ErrorParams = {}) {
    const { title } = operatorErrorCatalogue[code];
    // A list ends as it is.
    super(`${fillIn(title, params)}${title.endsWith('}') ? '' : '.'}`);
    this.code = code;
    this.params = params;
  }
}

/** Operators are refused a step by a code; what the store alone can say, in its sentence. @throws AppError */
export async function refusedByCode<T>(work: () => Promise<T>): Promise<T> {
  return work().catch((error: unknown) => {
    if (error instanceof ReleaseRefusal) throw new AppError(error.code, { params: error.params, cause: error });
    if (!(error instanceof ExplainedError)) throw error;
    throw new AppError('release.refused', { params: { reason: error.message }, cause: error });
  });
}
