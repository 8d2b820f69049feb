import { useEffect, useState } from 'react';

/** Whole seconds left until a moment (milliseconds since 1970), counted down on the page; 0 when it has passed. */
export function useCountdown(until: number | undefined): number {
  const [now, setNow] = useState(Date.now);
  const left = until === undefined ? 0 : Math.max(0, Math.ceil((until - now) / 1_000));
  const running = left > 0;
  useEffect(() => {
    if (until === undefined) return;
    setNow(Date.now());
    if (!running) return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [until, running]);
  return left;
}
