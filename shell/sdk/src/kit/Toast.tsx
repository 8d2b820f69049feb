import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';
import { Icon } from './Icon.tsx';

const ToastContext = createContext<(text: string) => void>(() => undefined);

/** How long a toast stays. It never carries anything that is not also true on the page. */
const shownForMs = 4_000;

/** Holds the one place where toasts appear; a newer one takes the place of the older. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<{ readonly text: string }>();
  const show = useCallback((text: string) => setToast({ text }), []);
  useEffect(() => {
    if (!toast) return;
    const timer = setTimeout(() => setToast(undefined), shownForMs);
    return () => clearTimeout(timer);
  }, [toast]);
  return (
    <ToastContext value={show}>
      {children}
      <div className="toasts" role="status">
        {toast && (
          <p className="toast">
            <Icon of="check" />
            {toast.text}
          </p>
        )}
      </div>
    </ToastContext>
  );
}

/** Says that something small was done: a copy, a code that was sent. */
export const useToast = () => useContext(ToastContext);
