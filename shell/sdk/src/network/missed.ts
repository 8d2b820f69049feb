let isMissing = false;
let readAgain: (() => void) | undefined;

/** A reading got no answer: nobody was there, or the network was away. */
export function noteMissed(): void {
  isMissing = true;
}

/** The server answers. What was missed is read again, once: whatever is missed then waits for the next answer. */
export function noteReached(): void {
  // Before somebody does, nothing is forgotten.
  if (!isMissing || !readAgain) return;
  isMissing = false;
  // After whoever waits for this answer has it.
  setTimeout(readAgain);
}

/** @param read is called when what was missed may be there: with an answer, and when the device says that it has a network */
export function followReached(read: () => void): void {
  readAgain = read;
  window.addEventListener('online', noteReached);
}
