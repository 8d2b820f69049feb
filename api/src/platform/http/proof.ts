/** The time step of a member's right code: greater than that of any code they have used. */
export type CodeStep = bigint;

/** A right code, for one action of one member. */
export interface ActionProof {
  /** Uses it up, inside the transaction of the action. @throws AppError if it was used meanwhile */
  use(): Promise<void>;
}
