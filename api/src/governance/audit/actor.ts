import type { OperatorCaller } from '../../platform/http/caller.ts';

/** Who does something, and in which call. */
export interface Actor {
  /** `command:<user>`, `operator:<name>`, `member` or `automatic`. */
  readonly actor: string;
  /** Of an operator's call; absent for a command. */
  readonly operatorId?: string;
  readonly requestId?: string;
}

/** Whoever changes something says why. */
export interface ActorWithReason extends Actor {
  readonly reason: string;
}

/** The operator behind a call, as the audit log names them. */
export const actorOf = ({ operator, requestId }: OperatorCaller): Actor => ({
  actor: `operator:${operator.name}`,
  operatorId: operator.id,
  requestId,
});
