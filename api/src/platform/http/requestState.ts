/** What the server found out about a request before its site. */
export interface RequestState {
  requestId: string;
}
