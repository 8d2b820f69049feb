import { LinkButton, Screen, SkeletonCard } from '@trellis/kit';
import { Closing, Done } from '@trellis/kit/form';
import { Loaded, useSession } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { accountApi } from '../api.ts';
import { FactorReset } from '../security/FactorReset.tsx';
import { GoogleBound } from '../security/GoogleBound.tsx';
import { GoogleRecovery } from '../security/GoogleRecovery.tsx';
import { GoogleScan } from '../security/GoogleScan.tsx';
import { GoogleStart, type StartedBinding } from '../security/GoogleStart.tsx';
import { SuspensionNotice } from '../security/SuspensionNotice.tsx';

type Step =
  | { readonly name: 'start' }
  | { readonly name: 'scan'; readonly binding: StartedBinding }
  | { readonly name: 'recovery'; readonly codes: readonly string[] }
  | { readonly name: 'done' };

/** `/account/googleAuth`: binds Google Authenticator in three steps, or shows that it is bound. */
export function Component() {
  const { t } = useTranslation('account');
  const suspended = useSession().member?.suspended === true;
  const profile = accountApi.useGetProfileQuery({}, { skip: !suspended });
  const [search] = useSearchParams();
  const security = accountApi.useGetSecurityQuery({});
  const [step, setStep] = useState<Step>({ name: 'start' });
  const next = ownPath(search.get('next'));
  const title = t('googleAuth.title');
  if (step.name === 'done')
    return (
      <Screen title={title} dock={<LinkButton to={next}>{t('google.goOn')}</LinkButton>}>
        <Done title={t('security.done')} text={t('google.doneText')} />
        <Closing to={next} />
      </Screen>
    );
  return (
    <Screen title={title} back="/account">
      {security.data?.factorReset && <FactorReset dueAt={security.data.factorReset.dueAt} />}
      {suspended ? (
        <SuspensionNotice suspension={profile.data?.suspension} />
      ) : (
        <Loaded query={security} waiting={<SkeletonCard />}>
          {({ google }) => {
            if (step.name === 'scan')
              return (
                <GoogleScan binding={step.binding} onConfirmed={(codes) => setStep({ name: 'recovery', codes })} />
              );
            if (step.name === 'recovery')
              return <GoogleRecovery codes={step.codes} onBound={() => setStep({ name: 'done' })} />;
            if (google.boundAt !== null) return <GoogleBound google={google} />;
            return <GoogleStart onStarted={(binding) => setStep({ name: 'scan', binding })} />;
          }}
        </Loaded>
      )}
    </Screen>
  );
}

/** The flow that sent the member here, if it is a page of ours. A backslash is a slash to a browser. */
const ownPath = (next: string | null): string => (next !== null && /^\/(?![/\\])/.test(next) ? next : '/account');
