/** One step of the schema: plain SQL, run in one transaction. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
}
