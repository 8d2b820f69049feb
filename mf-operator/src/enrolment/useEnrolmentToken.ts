import { useEffect, useState } from 'react';
import { enrolmentToken, takeEnrolmentToken } from './enrolmentToken.ts';

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
