import { productNow } from '@trellis/shell-sdk';
import { useEffect, useState } from 'react';

/** The product's time, twice a minute. */
export function useMinute(): number {
  const [now, setNow] = useState(productNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(productNow()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
