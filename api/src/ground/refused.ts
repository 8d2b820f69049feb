/** The answer of a computation that says no: the first reason, as a code of the catalogue. */
export interface Refused<Code extends string> {
  readonly refused: Code;
}

export const isRefused = (answer: object): answer is Refused<string> => 'refused' in answer;
