import { useEffect, useState } from 'react';

/** Long enough for the next digit, short enough not to be waited for. */
const settleMs = 350;

/** A value once it has stayed the same for a moment. */
export function useSettled<Value extends string>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settleMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
