import { Amount, moneyText, Row, Rows, Section, useDates } from '@trellis/kit';
import { Gem } from '@trellis/kit/gem';
import { useTranslation } from 'react-i18next';
import type { OwnPackage } from '../api.ts';
import { stoneOf } from '../gallery/stoneOf.ts';
import { broughtBy, nextIndex } from './nextLoop.ts';

/** What a member has bought, the latest first, each with what comes back next. */
export function PackageRows({ packages }: { packages: readonly OwnPackage[] }) {
  const { t } = useTranslation('plan');
  const { date } = useDates();
  const nextText = (own: OwnPackage): string => {
    if (own.cancelledAt !== null) return t('package.cancelledOn', { date: date(own.cancelledAt) });
    const next = own.loops[nextIndex(own)];
    if (!next) return t('package.allReleased');
    return t('package.loopNext', { date: date(next.dueOn), amount: moneyText(broughtBy(next)) });
  };
  return (
    <Section title={t('package.contracts')}>
      <Rows label={t('package.contracts')}>
        {packages.map((own) => (
          <Row
            key={own.id}
            to={`/plan/packages/${own.id}`}
            drawing={<Gem level={stoneOf(own.level)} serial={own.certificate?.serial ?? 1} size="small" />}
            title={<span translate="no">{own.certificate?.name ?? own.level}</span>}
            detail={nextText(own)}
            end={<Amount money={own.price} />}
            done={own.released || own.cancelledAt !== null}
          />
        ))}
      </Rows>
    </Section>
  );
}
