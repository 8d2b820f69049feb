import { useEffect, useState } from 'react';

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
const enrolmentToken = (): string | undefined => token;

/** What the page was opened with, or the link that was opened in its place: only the part behind `#` changes then, and nothing is loaded. */
export function useEnrolmentToken(): string | undefined {
  const [token, setToken] = useState(enrolmentToken);
  useEffect(() => {
    const follow = () => {
      takeEnrolmentToken();
      setToken(enrolmentToken());
    };
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, []);
  return token;
}
