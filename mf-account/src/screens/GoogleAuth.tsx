import { SkeletonCard, useDates } from '@trellis/kit';
import { Loaded, ownPath, SuspensionNotice, useSession } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { accountApi } from '../api.ts';
import { DoneScreen } from '../security/DoneScreen.tsx';
import { FactorReset } from '../security/FactorReset.tsx';
import { GoogleBound } from '../security/GoogleBound.tsx';
import { GoogleRecovery } from '../security/GoogleRecovery.tsx';
import { GoogleScan } from '../security/GoogleScan.tsx';
import { GoogleStart, type StartedBinding } from '../security/GoogleStart.tsx';
import { SecurityScreen } from '../security/SecurityScreen.tsx';

type Step =
  | { readonly name: 'start' }
  | { readonly name: 'scan'; readonly binding: StartedBinding }
  | { readonly name: 'recovery'; readonly codes: readonly string[] }
  | { readonly name: 'done' }
  | { readonly name: 'off'; readonly lockedUntil: string };

/**
 * `/account/googleAuth`: binds Google Authenticator in three steps, or shows that it is bound. `?next=` is where it leads
 * to when it is done: the flow that asked for it.
 */
export function Component() {
  const { t } = useTranslation('account');
  const { dateTime } = useDates();
  const suspended = useSession().member?.suspended === true;
  const [search] = useSearchParams();
  const security = accountApi.useGetSecurityQuery({});
  const [step, setStep] = useState<Step>({ name: 'start' });
  const next = ownPath(search.get('next'), '/account');
  const title = t('googleAuth.title');
  if (step.name === 'done')
    return <DoneScreen title={title} text={t('google.doneText')} onwards={t('google.goOn')} to={next} />;
  if (step.name === 'off')
    return (
      <DoneScreen
        title={title}
        text={t('security.locked', { until: dateTime(step.lockedUntil) })}
        onwards={t('home.back')}
        to="/account"
      />
    );
  return (
    <SecurityScreen title={title}>
      {security.data?.factorReset && <FactorReset dueAt={security.data.factorReset.dueAt} />}
      {suspended ? (
        <SuspensionNotice />
      ) : (
        <Loaded query={security} waiting={<SkeletonCard />}>
          {({ google, lockHours }) => {
            if (step.name === 'scan')
              return (
                <GoogleScan binding={step.binding} onConfirmed={(codes) => setStep({ name: 'recovery', codes })} />
              );
            if (step.name === 'recovery')
              return <GoogleRecovery codes={step.codes} onBound={() => setStep({ name: 'done' })} />;
            if (google.boundAt !== null)
              return (
                <GoogleBound
                  google={google}
                  lockHours={lockHours.google_unbound}
                  onOff={(lockedUntil) => setStep({ name: 'off', lockedUntil })}
                />
              );
            return <GoogleStart onStarted={(binding) => setStep({ name: 'scan', binding })} />;
          }}
        </Loaded>
      )}
    </SecurityScreen>
  );
}
