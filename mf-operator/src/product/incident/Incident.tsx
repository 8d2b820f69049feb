import { Buttons, Hint, LinkButton, Row, Rows, Section, SkeletonCard, SkeletonRows } from '@trellis/kit';
import { Loaded } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { type FeatureReleases, operatorApi } from '../../api.ts';
import { Console } from '../../frame/Console.tsx';
import { useMay } from '../../frame/useMay.ts';
import { releasesIcon } from '../../icons.ts';
import { Marks } from '../releases/ReleaseFacts.tsx';
import { IncidentLog } from './IncidentLog.tsx';
import { PayoutBrake } from './PayoutBrake.tsx';

/** `/incident`: the brakes. To stop takes one person; to go on takes two, a typed word and a fresh code. */
export function Component() {
  const { t } = useTranslation('operator');
  const freeze = operatorApi.useGetPayoutFreezeQuery({});
  const mayNotify = useMay('support');
  const releases = operatorApi.useListReleasesQuery({});
  return (
    <Console screen="incident" title={t('incident.title')} text={t('incident.text')}>
      <Loaded query={freeze} waiting={<SkeletonCard />}>
        {(state) => <PayoutBrake freeze={state.freeze} />}
      </Loaded>
      <Loaded query={releases} waiting={<SkeletonRows count={6} />}>
        {({ features }) => <FeatureSwitches features={features} />}
      </Loaded>
      {mayNotify && (
        <Section title={t('incident.notify')}>
          <Hint>{t('incident.notifyText')}</Hint>
          <Buttons>
            <LinkButton to="/notices/new?ready=payoutsPaused" kind="quiet">
              {t('notices.ready.payoutsPaused')}
            </LinkButton>
            <LinkButton to="/notices/new?ready=partClosed" kind="quiet">
              {t('notices.ready.partClosed')}
            </LinkButton>
            <LinkButton to="/notices/new?ready=allGoesOn" kind="quiet">
              {t('notices.ready.allGoesOn')}
            </LinkButton>
          </Buttons>
        </Section>
      )}
      <IncidentLog />
      <Hint>
        {t('incident.emergency')} <a href="/emergency">/emergency</a>
      </Hint>
    </Console>
  );
}

/** What members see: each leads to where it is turned off or rolled back. */
function FeatureSwitches({ features }: { features: readonly FeatureReleases[] }) {
  const { t } = useTranslation('operator');
  return (
    <>
      <Hint>{t('incident.featuresText')}</Hint>
      <Rows label={t('incident.features')}>
        {features.map((releases) => (
          <Row
            key={releases.feature}
            to={`/releases/${releases.feature}`}
            icon={releasesIcon}
            title={<span translate="no">{releases.feature}</span>}
            detail={
              <>
                <span translate="no">{releases.stable ?? t('releases.none')}</span>
                <Marks releases={releases} />
              </>
            }
          />
        ))}
      </Rows>
    </>
  );
}
