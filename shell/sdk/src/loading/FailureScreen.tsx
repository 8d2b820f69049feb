import { FailureCard, Row, Rows, Screen, Section } from '@trellis/kit';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../preferences/language.ts';
import type { FeatureLoadError } from './featureLoadError.ts';
import { featureLoads } from './featureLoads.ts';
import { usePlaceName, usePlaceNames } from './placeName.ts';

type Detail = readonly [label: string, value: string];

interface FailureScreenProps {
  readonly failure: FeatureLoadError;
  /** What is switched off for this page stays so: it has none. */
  readonly onRetry?: () => void;
  readonly retrying?: boolean;
}

/** In the place of a feature or screen that failed to load or threw. The rest of the app goes on around it. */
export function FailureScreen({ failure, onRetry, retrying = false }: FailureScreenProps) {
  const { t } = useTranslation('sdk');
  const name = usePlaceName(failure.feature);
  const [language] = useLanguage();
  // Not for what is switched off: its own words are about a fault.
  const own =
    failure.kind === 'absent' || failure.kind === 'offline'
      ? undefined
      : featureLoads.fallbackOf(failure.feature, language);
  return (
    <Screen title={name}>
      <LoadFailure
        whole
        failure={failure}
        title={own?.title ?? t(titles[failure.kind], { name })}
        text={own?.text}
        retrying={retrying}
        {...(onRetry && failure.kind !== 'absent' && { onRetry })}
      />
      <Elsewhere but={failure.feature} />
    </Screen>
  );
}

const titles = {
  absent: 'failure.off',
  offline: 'failure.offline',
  incompatible: 'failure.title',
  chunk: 'failure.title',
  crashed: 'failure.title',
} as const;

const places = [
  { feature: 'wallet', to: '/wallet', icon: 'wallet' },
  { feature: 'team', to: '/team', icon: 'team' },
  { feature: 'plan', to: '/plan', icon: 'package' },
  { feature: 'account', to: '/account', icon: 'account' },
] as const;

/** One place did not come: the ways to the others, for whoever does not look at the foot of the screen. */
function Elsewhere({ but }: { but: string }) {
  const { t } = useTranslation('sdk');
  const nameOf = usePlaceNames();
  // Operators have places of their own.
  if (!places.some(({ feature }) => feature === but)) return null;
  return (
    <Section title={t('failure.elsewhere')}>
      <Rows label={t('failure.elsewhere')}>
        {places
          .filter(({ feature }) => feature !== but)
          .map(({ feature, to, icon }) => (
            <Row key={to} to={to} icon={icon} tone="primary" title={nameOf(feature)} />
          ))}
      </Rows>
    </Section>
  );
}

interface LoadFailureProps extends FailureScreenProps {
  /** What did not load; without it, a part of the page. */
  readonly title?: string;
  readonly text?: string | undefined;
  /** Nothing of the screen came. */
  readonly whole?: boolean;
}

/** What failed while the device had no network is tried again as soon as it has one. */
function useRetryOnline(retry: (() => void) | undefined): void {
  const latest = useRef(retry);
  useEffect(() => {
    latest.current = retry;
  });
  useEffect(() => {
    if (navigator.onLine) return;
    const again = () => latest.current?.();
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, []);
}

/** The card alone, for a part of a screen that did not come: the screen goes on around it. */
export function LoadFailure({ failure, title, text, whole = false, onRetry, retrying = false }: LoadFailureProps) {
  const { t } = useTranslation('sdk');
  useRetryOnline(onRetry);
  return (
    <FailureCard
      whole={whole}
      title={title ?? t('failure.part')}
      text={text ?? t(reason(failure), { seconds: featureLoads.limitSeconds })}
      details={details(failure).map(([label, value]) => [t(label), value])}
      retrying={retrying}
      {...(onRetry && { onRetry })}
    />
  );
}

const chunkReasons = {
  missing: 'failure.missing',
  timeout: 'failure.timeout',
  other: 'failure.other',
} as const;

function reason(failure: FeatureLoadError): string {
  switch (failure.kind) {
    case 'absent':
      return 'failure.absent';
    case 'offline':
      return 'failure.offlineText';
    case 'incompatible':
      return 'failure.incompatible';
    case 'chunk':
      return chunkReasons[failure.type];
    case 'crashed':
      return 'failure.crashed';
  }
}

/** What support asks for; codes and addresses are the same in every language. */
function details(failure: FeatureLoadError): readonly Detail[] {
  switch (failure.kind) {
    case 'absent':
    case 'offline':
      return [];
    case 'incompatible':
      return [
        ['detail.code', 'feature.incompatible'],
        ['detail.release', failure.release],
        ['detail.needs', failure.needs],
      ];
    case 'chunk':
      return [
        ['detail.code', failure.code],
        ['detail.chunk', failure.chunkId],
        ['detail.type', failure.type],
        ['detail.address', failure.request],
        ['detail.release', failure.release],
      ];
    case 'crashed':
      return [
        ['detail.code', 'feature.crashed'],
        ['detail.release', failure.release],
        // Never a stack trace: the name and the sentence of the error are what a report needs.
        ['detail.message', failure.message],
      ];
  }
}
