import { Ends, Hint, LinkButton, moneyText, Notice, NotOpenYet, Row, Rows, Screen, shownText } from '@trellis/kit';
import { Loaded, SuspensionNotice, useSession } from '@trellis/shell-sdk';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { type Offer, planApi } from '../api.ts';
import { Gallery, WaitingGallery } from '../gallery/Gallery.tsx';
import { customIcon } from '../icons.ts';
import { PackageRows } from '../packages/PackageRows.tsx';

/** `/plan`: what a member has, and the levels that are sold to them. */
export function Component() {
  const { t } = useTranslation('plan');
  const offer = planApi.useGetPackageOfferQuery({});
  return (
    <Screen title={t('home.title')} layout="wide">
      <Loaded query={offer} waiting={<WaitingGallery />}>
        {(data, stamp) => <Packages offer={data} stamp={stamp} />}
      </Loaded>
    </Screen>
  );
}

function Packages({ offer, stamp }: { offer: Offer; stamp: ReactNode }) {
  const { t } = useTranslation('plan');
  const { sale, closedFor, cancelDays, levels, packages, older, totals } = offer;
  const suspended = useSession().member?.suspended === true;
  const suspensionId = useId();
  const own = packages.length > 0 && <PackageRows packages={packages} older={older} totals={totals} />;
  if (sale === 'closed') {
    return (
      <>
        <SuspensionNotice>{t('home.suspended')}</SuspensionNotice>
        {own}
        {own ? (
          <Hint>{t(closedFor ? 'package.off' : 'package.offAll')}</Hint>
        ) : (
          <NotOpenYet
            inCountry={closedFor !== undefined}
            text={t(closedFor ? 'home.notInCountry' : 'home.notOpen')}
            to="/wallet"
            linkText={t('home.back')}
          />
        )}
      </>
    );
  }
  return (
    <>
      <SuspensionNotice textId={suspensionId}>{t('home.suspended')}</SuspensionNotice>
      <Ends>
        <Hint>
          <strong>{t('package.available', { amount: shownText(offer.available) })}</strong>
        </Hint>
        {stamp}
      </Ends>
      <Hint>{t('package.intro', { days: offer.loopDays })}</Hint>
      {own}
      {sale === 'countryNeeded' && !suspended && (
        <Notice
          tone="primary"
          title={t('country.needed')}
          action={
            <LinkButton size="small" to="/plan/country">
              {t('country.ask')}
            </LinkButton>
          }
        >
          {t('country.why')}
        </Notice>
      )}
      <Gallery levels={levels} disabledBecause={suspended ? suspensionId : undefined} />
      {!suspended && (
        <Rows label={t('package.custom')}>
          <Row
            to="/plan/buy/custom"
            icon={customIcon}
            title={t('package.custom')}
            detail={t('package.customHint', {
              minimum: moneyText(offer.minimum),
              maximum: moneyText(offer.maximum),
              step: moneyText(offer.step),
            })}
          />
        </Rows>
      )}
      <Hint>{t('package.rewardRule')}</Hint>
      {cancelDays !== undefined && (
        <Hint>{cancelDays > 0 ? t('package.cancelDays', { count: cancelDays }) : t('package.noReturn')}</Hint>
      )}
    </>
  );
}
