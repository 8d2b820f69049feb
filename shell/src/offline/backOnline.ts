const key = 'wasKept';

/** The page that was made without the server is about to be loaded from it. */
export function noteBack(): void {
  try {
    sessionStorage.setItem(key, '1');
  } catch {
    // Then it is not said.
  }
}

/** Whether this page comes after one that was made without the server; once. */
export function isBack(): boolean {
  try {
    const was = sessionStorage.getItem(key) !== null;
    sessionStorage.removeItem(key);
    return was;
  } catch {
    return false;
  }
}
