import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { Button } from '../kit/Button.tsx';
import { Card } from '../kit/Card.tsx';
import { Done } from '../kit/Done.tsx';
import { Summary } from '../kit/Summary.tsx';
import type { Success } from './Flow.tsx';

/** Seconds until the page closes by itself, unless the member stays. */
const closesAfterSeconds = 10;

/** The receipt, and a countdown that any reader can stop. */
export function FlowSuccess({ money, text, rows, fee, closeTo }: Success & { closeTo: string }) {
  const { t } = useTranslation('kit');
  return (
    <>
      <Done title={t('flow.success')} money={money} text={text} />
      <Card label={t('flow.receipt')}>
        <Summary rows={[{ label: t('flow.fee'), value: fee }, ...rows]} />
      </Card>
      <Closing to={closeTo} />
    </>
  );
}

function Closing({ to }: { to: string }) {
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
    <div className="closing">
      <p>{t('flow.closing', { count: seconds })}</p>
      <Button kind="quiet" size="small" onClick={() => setSeconds(undefined)}>
        {t('flow.stay')}
      </Button>
    </div>
  );
}
