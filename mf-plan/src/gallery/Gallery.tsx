import { Amount, Hint, Product, Products, Skeleton } from '@trellis/kit';
import { Gem, gemLevels, stoneOf } from '@trellis/kit/gem';
import { useTranslation } from 'react-i18next';
import type { OfferedLevel } from '../api.ts';
import * as styles from './Gallery.module.css';
import { Stair } from './Stair.tsx';

interface GalleryProps {
  readonly levels: readonly OfferedLevel[];
  /** Id of the text that says why nothing can be bought now. */
  readonly disabledBecause: string | undefined;
}

/** The levels as stones, each with its length, its price and what it may earn. */
export function Gallery({ levels, disabledBecause }: GalleryProps) {
  const { t } = useTranslation('plan');
  return (
    <div className={styles.gallery}>
      <Products label={t('package.level')}>
        {levels.map(({ level, price, days, loops, aprPercent }) => (
          <Product
            key={level}
            look="stone"
            title={level}
            to={`/plan/buy/${level.toLowerCase()}`}
            mark={<Gem level={stoneOf(level)} serial={1} size="stone" />}
            end={<Stair loops={loops} />}
            disabledBecause={disabledBecause}
          >
            <Amount money={price} />
            <Hint>
              {t('package.term', { days, loops })}
              <br />
              {t('package.yearly', { percent: aprPercent })}
            </Hint>
          </Product>
        ))}
      </Products>
    </div>
  );
}

/** In its place while it is on its way. */
export function WaitingGallery() {
  const { t } = useTranslation('kit');
  return (
    <div className={styles.waiting} role="status" aria-label={t('waiting')}>
      {gemLevels.map((level) => (
        <span key={level} className="card">
          <Skeleton size="hero" width={0.4} />
          <Skeleton width={0.5} />
          <Skeleton width={0.7} />
          <Skeleton width={0.8} />
        </span>
      ))}
    </div>
  );
}
