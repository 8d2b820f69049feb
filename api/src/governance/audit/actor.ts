/** Who works at the support, and in which call. */
export interface SupportActor {
  /** `command:<user>` or `operator:<name>`. */
  readonly actor: string;
  readonly requestId?: string;
}

/** What changes something says why. */
export interface SupportDeed extends SupportActor {
  readonly reason: string;
}
