import type { EndpointName } from '../endpoints.ts';

/** What each endpoint is for, in one line of the OpenAPI document. */
export const summaries: Readonly<Record<EndpointName, string>> = {
  getSession: 'Who is logged in',
  logIn: 'Log in',
  logOut: 'Log out',
  sendEmailCode: 'Send a code to an e-mail address',
  verifyEmailCode: 'Trade an e-mail code for a ticket that proves the address',
  register: 'Register with an invitation',
  getInvitation: 'Whether an invitation code exists, and whose it is',
  getProfile: 'My own account',
  getBalances: 'My balances',
  listRecords: 'My records, newest first',
  getTransferTerms: 'Limits and fee of a transfer, and what I can send now',
  checkTransferRecipient: 'Whether this member is in my own line and can receive',
  createTransfer: 'Send USD to a member of my own line',
  getOperation: 'What became of an idempotent call of mine',
  getTeamWindow: 'A node of my own team and three levels below it',
  getInvite: 'My own invitation code',
  reportLoads: 'How the releases on a page of mine loaded',
};
