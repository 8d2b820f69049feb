import { createContext, type ReactNode, useCallback, useContext, useEffect, useId, useMemo, useState } from 'react';
import { Icon } from '../icon/Icon.tsx';
import * as styles from './Toast.module.css';

interface Toasts {
  readonly toast: { readonly text: string; readonly icon: 'check' | 'alert' } | undefined;
  /** The places on the page, the one on top last: only that one can be seen and is read out. */
  readonly places: readonly string[];
  readonly enter: (place: string) => () => void;
}

const ShowContext = createContext<(text: string, icon?: 'check' | 'alert') => void>(() => undefined);
const ToastContext = createContext<Toasts>({ toast: undefined, places: [], enter: () => () => undefined });

/** How long a toast stays. It never carries anything that is not also true on the page. */
const shownForMs = 4_000;

/** Keeps the toast that is shown now; a newer one takes the place of the older. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<Toasts['toast']>();
  const [places, setPlaces] = useState<readonly string[]>([]);
  const show = useCallback((text: string, icon: 'check' | 'alert' = 'check') => setToast({ text, icon }), []);
  const enter = useCallback((place: string) => {
    setPlaces((others) => [...others, place]);
    return () => setPlaces((all) => all.filter((other) => other !== place));
  }, []);
  useEffect(() => {
    if (!toast) return;
    const timer = setTimeout(() => setToast(undefined), shownForMs);
    return () => clearTimeout(timer);
  }, [toast]);
  const toasts = useMemo(() => ({ toast, places, enter }), [toast, places, enter]);
  return (
    <ShowContext value={show}>
      <ToastContext value={toasts}>
        {children}
        <ToastPlace />
      </ToastContext>
    </ShowContext>
  );
}

/** Where toasts appear. A sheet has its own: the page behind an open sheet is inert and would not be read out. */
export function ToastPlace() {
  const place = useId();
  const { toast, places, enter } = useContext(ToastContext);
  useEffect(() => enter(place), [enter, place]);
  return (
    <div className={styles.toasts} role="status">
      {toast && places.at(-1) === place && (
        <p className={styles.toast}>
          <Icon icon={toast.icon} />
          {toast.text}
        </p>
      )}
    </div>
  );
}

/** Says that something small was done, a copy, a code that was sent, or (`alert`) that it was not. */
export const useToast = () => useContext(ShowContext);
