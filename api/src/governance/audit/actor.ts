import type { OperatorCaller } from '../../platform/http/caller.ts';

/** Who does something, and in which call. */
export interface Actor {
  /** `command:<user>`, `operator:<name>`, `member` or `automatic`. */
  readonly actor: string;
  /** Of an operator with a session; absent for a command. */
  readonly operatorId?: string;
  readonly requestId?: string;
  /** The page looks by itself, again: a look that was logged a while ago counts for this one, too. Only ever of a GET. */
  readonly background?: boolean;
}

/** Whoever changes something says why. */
export interface ActorWithReason extends Actor {
  readonly reason: string;
}

/** The operator or the command behind a call, as the audit log names them. */
export function actorOf({ operator, command, requestId, background }: OperatorCaller): Actor {
  if (operator === undefined) return { actor: `command:${command}`, requestId };
  return { actor: `operator:${operator.name}`, operatorId: operator.id, requestId, ...(background && { background }) };
}
