import type { Money } from '@trellis/api-contract';
import { Amount, Button, Code } from '@trellis/kit';
import { stoneOf } from '@trellis/kit/gem';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { certificateArt, svgHref } from './art.ts';
import * as styles from './CertificateFigure.module.css';
import { useTilt } from './useTilt.ts';

interface CertificateFigureProps {
  readonly level: string;
  readonly serial: number;
  readonly name: string;
  readonly hash: string;
  readonly price: Money;
  /** Whether the reader's own browser has found that it is. */
  readonly genuine: boolean;
}

/** The certificate as a card in the hand: picture, name and price; on its other side the whole hash. */
export function CertificateFigure({ level, serial, name, hash, price, genuine }: CertificateFigureProps) {
  const { t } = useTranslation('plan');
  const card = useRef<HTMLDivElement>(null);
  const [isTurned, turn] = useState(false);
  const art = useMemo(() => svgHref(certificateArt(stoneOf(level), serial, name)), [level, serial, name]);
  useTilt(card);
  return (
    <figure className={styles.certificate}>
      <div ref={card} className={styles.card} data-turned={isTurned || undefined}>
        <div className={styles.side} aria-hidden={isTurned} inert={isTurned}>
          <img src={art} alt="" width="320" height="320" />
          <span className={styles.light} />
          <figcaption className={styles.caption}>
            <span>
              <strong translate="no">{name}</strong>
              <Code>{shortHash(hash)}</Code>
            </span>
            <Amount money={price} />
          </figcaption>
        </div>
        <div className={`${styles.side} ${styles.back}`} aria-hidden={!isTurned} inert={!isTurned}>
          {genuine && (
            <svg className={styles.tick} viewBox="0 0 24 24" aria-hidden="true">
              <path pathLength="1" d="m4 12.5 5.5 5.5L20 6.5" />
            </svg>
          )}
          <strong translate="no">{name}</strong>
          <span>{t('package.nftHash')}</span>
          <code className={styles.hash} translate="no">
            {(hash.match(/.{1,4}/g) ?? []).join(' ')}
          </code>
        </div>
      </div>
      <Button kind="quiet" size="small" onClick={() => turn(!isTurned)}>
        {t('certificate.turn')}
      </Button>
    </figure>
  );
}

/** `9c1e 47a0 … 5bd2 e810`. */
const shortHash = (hash: string): string =>
  `${hash.slice(0, 4)} ${hash.slice(4, 8)} … ${hash.slice(-8, -4)} ${hash.slice(-4)}`;
