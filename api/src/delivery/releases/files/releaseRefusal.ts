import type { ErrorParams } from '@trellis/api-contract';
import { type OperatorErrorCode, operatorErrorCatalogue } from '@trellis/api-contract/operator';
import { fillIn } from '../../../ground/errors.ts';
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
