import { ExplainedError } from '../../../ground/explainedError.ts';

/** The bucket did not do what it was asked: it is away, slow, or does not let us in. Asked later, it may. */
export class BucketFault extends ExplainedError {}
