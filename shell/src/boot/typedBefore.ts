/** What the document said of it when this tab began its drafts. */
const key = 'takenBack';
/** What somebody has typed and not sent, as `useDraft` and the registration keep it for their tab. */
const typed = /^(?:draft |signup\.)/;

/**
 * Forgets what was typed in this tab before a release was taken back: that one may have put another address or amount into it. An
 * ordinary update leaves it. No release can know beforehand what the document will say once it is taken back.
 * @param takenBack as the document has it; `undefined`: it says nothing of it
 */
export function forgetTypedBefore(takenBack: string | undefined): void {
  if (takenBack === undefined) return;
  try {
    if (sessionStorage.getItem(key) === takenBack) return;
    for (const name of Object.keys(sessionStorage)) if (typed.test(name)) sessionStorage.removeItem(name);
    sessionStorage.setItem(key, takenBack);
  } catch {
    // A browser that stores nothing has nothing of it.
  }
}
