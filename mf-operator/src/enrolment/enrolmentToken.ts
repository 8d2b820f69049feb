let token: string | undefined;

/**
 * Takes the token of an enrolment link (`/enrol#…`) out of the address bar, so that neither the history nor a look over
 * the shoulder has it any longer. Browsers do not send it.
 */
export function takeEnrolmentToken(): void {
  const { pathname, hash } = window.location;
  if (pathname.toLowerCase() !== '/enrol' || hash === '') return;
  token = hash.slice(1);
  window.history.replaceState(window.history.state, '', pathname);
}

/** What this page was opened with, if it was opened by a link. */
export const enrolmentToken = (): string | undefined => token;
