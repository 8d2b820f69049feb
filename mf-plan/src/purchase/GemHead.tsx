import type { Money } from '@trellis/api-contract';
import { HeroAmount } from '@trellis/kit';
import { Gem, stoneOf } from '@trellis/kit/gem';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { OfferedLevel } from '../api.ts';
import * as styles from './GemHead.module.css';

interface GemHeadProps {
  readonly level: string;
  readonly price: Money;
  readonly levels: readonly OfferedLevel[];
}

/** The stone that is being bought with its price, and a rail of all of them. */
export function GemHead({ level, price, levels }: GemHeadProps) {
  const { t } = useTranslation('plan');
  const rail = useRef<HTMLElement>(null);
  // Where eight do not fit, the one that is chosen is in sight.
  useEffect(() => {
    const chosen = rail.current?.querySelector<HTMLElement>('[aria-current]');
    if (rail.current && chosen) rail.current.scrollLeft += centreOf(chosen) - centreOf(rail.current);
  }, [level]);
  return (
    <div className={styles.head}>
      <Gem level={stoneOf(level)} serial={1} size="large" />
      <h2 translate="no">{level}</h2>
      <HeroAmount money={price} size="lead" />
      <nav ref={rail} className={styles.rail} aria-label={t('package.level')}>
        {levels.map((each) => (
          <Link
            viewTransition
            key={each.level}
            to={`/plan/buy/${each.level.toLowerCase()}`}
            replace
            aria-label={each.level}
            aria-current={each.level === level ? 'true' : undefined}
          >
            <Gem level={stoneOf(each.level)} serial={1} size="small" />
          </Link>
        ))}
      </nav>
    </div>
  );
}

function centreOf(element: Element): number {
  const { left, width } = element.getBoundingClientRect();
  return left + width / 2;
}
