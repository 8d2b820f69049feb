/** Hundredths of a percent as people read them: `10260` is `102.60`, `-5` is `−0.05`. */
export function percentOf(hundredths: number): string {
  const size = Math.abs(hundredths);
  const digits = String(size).padStart(3, '0');
  return `${hundredths < 0 ? '−' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
