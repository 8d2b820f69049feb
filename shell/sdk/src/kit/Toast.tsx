import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';
import { Icon } from './Icon.tsx';

interface Toast {
  readonly text: string;
}

const ShowContext = createContext<(text: string) => void>(() => undefined);
const ToastContext = createContext<Toast | undefined>(undefined);

/** How long a toast stays. It never carries anything that is not also true on the page. */
const shownForMs = 4_000;

/** Keeps the toast that is shown now; a newer one takes the place of the older. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<Toast>();
  const show = useCallback((text: string) => setToast({ text }), []);
  useEffect(() => {
    if (!toast) return;
    const timer = setTimeout(() => setToast(undefined), shownForMs);
    return () => clearTimeout(timer);
  }, [toast]);
  return (
    <ShowContext value={show}>
      <ToastContext value={toast}>
        {children}
        <ToastPlace />
      </ToastContext>
    </ShowContext>
  );
}

/** Where toasts appear. A sheet has its own: while it is open, the page behind is neither seen clearly nor read out. */
export function ToastPlace() {
  const toast = useContext(ToastContext);
  return (
    <div className="toasts" role="status">
      {toast && (
        <p className="toast">
          <Icon of="check" />
          {toast.text}
        </p>
      )}
    </div>
  );
}

/** Says that something small was done: a copy, a code that was sent. */
export const useToast = () => useContext(ShowContext);
