import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { Button } from '../action/Button.tsx';
import * as doneStyles from './Done.module.css';

/** Seconds until the page closes by itself, unless the member stays. */
const closesAfterSeconds = 10;

/** After a success: leads on by itself, with a countdown that any reader can stop. */
export function Closing({ to }: { to: string }) {
  const { t } = useTranslation('kit');
  const navigate = useNavigate();
  const [seconds, setSeconds] = useState<number | undefined>(closesAfterSeconds);
  useEffect(() => {
    if (seconds === undefined) return;
    if (seconds === 0) {
      void navigate(to);
      return;
    }
    const timer = setTimeout(setSeconds, 1_000, seconds - 1);
    return () => clearTimeout(timer);
  }, [seconds, navigate, to]);
  if (seconds === undefined) return null;
  return (
    <div className={doneStyles.closing}>
      <p>{t('flow.closing', { count: seconds })}</p>
      <Button kind="quiet" size="small" onClick={() => setSeconds(undefined)}>
        {t('flow.stay')}
      </Button>
    </div>
  );
}
