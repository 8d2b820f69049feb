/** A change of text in a file; what is sought must stand there exactly once. */
export interface Edit {
  readonly find: string;
  readonly replace: string;
}

/** A fault that somebody could make in the money core, in one file. The tests must notice each of them. */
export interface Mutant {
  readonly name: string;
  /** What would happen to somebody's money. */
  readonly harm: string;
  /** From the project's root. */
  readonly file: string;
  readonly edits: readonly Edit[];
  /**
   * Patterns of the test files that are asked first; then all of money's. `kill run`: a short run of the kill harness,
   * which thereby shows that it notices.
   */
  readonly first: readonly string[] | 'kill run';
}
