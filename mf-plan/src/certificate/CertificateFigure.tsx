import type { Money } from '@trellis/api-contract';
import { Amount, Code } from '@trellis/kit';
import { stoneOf } from '@trellis/kit/gem';
import { useMemo } from 'react';
import { certificateArt, svgHref } from './art.ts';
import * as styles from './CertificateFigure.module.css';

interface CertificateFigureProps {
  readonly level: string;
  /** `undefined` until there is one: then the stone is that of the level alone. */
  readonly serial: number | undefined;
  readonly name: string;
  readonly hash: string | undefined;
  readonly price: Money;
}

/** The certificate as it is shown: picture, name, price, and enough of the hash to recognise it. */
export function CertificateFigure({ level, serial = 1, name, hash, price }: CertificateFigureProps) {
  const art = useMemo(() => svgHref(certificateArt(stoneOf(level), serial, name)), [level, serial, name]);
  return (
    <figure className={styles.certificate}>
      <img src={art} alt="" width="320" height="320" />
      <figcaption>
        <span>
          <strong translate="no">{name}</strong>
          {hash !== undefined && <Code>{shortHash(hash)}</Code>}
        </span>
        <Amount money={price} />
      </figcaption>
    </figure>
  );
}

/** `9c1e 47a0 … 5bd2 e810`. */
const shortHash = (hash: string): string =>
  `${hash.slice(0, 4)} ${hash.slice(4, 8)} … ${hash.slice(-8, -4)} ${hash.slice(-4)}`;
