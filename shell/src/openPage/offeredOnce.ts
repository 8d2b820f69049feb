/** Whether something was offered on this device before, by the name under which that is kept. */
export function wasOffered(key: string): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return true;
  }
}

/** @returns whether that can be kept: where nothing can be stored, it would be offered again and again */
export function noteOffered(key: string): boolean {
  try {
    localStorage.setItem(key, 'offered');
    return true;
  } catch {
    return false;
  }
}
