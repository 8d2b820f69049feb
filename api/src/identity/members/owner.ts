/** Whose account. */
export interface Owner {
  readonly id: string;
  readonly username: string;
}
