import type { Unit } from '@trellis/api-contract';
import * as styles from './Coin.module.css';

/** The disc's colour, and the letter's one stroke on a 32 by 32 grid. Our own drawings: never a token's own logo. */
const coins: Readonly<Record<Unit, readonly [colour: string, letter: string]>> = {
  USD: ['#1d4fd8', 'M10 8.5v8a6 6 0 0 0 12 0v-8'],
  USDT: ['#0b6f78', 'M10 10h12M16 10v13'],
  USDP: ['#5b3fbf', 'M12 23V9.5h5a4.5 4.5 0 0 1 0 9h-5'],
  RP: ['#9a5a00', 'M12 23V9.5h4.6a4 4 0 0 1 0 8H12m4.5 0L21 23'],
  CP: ['#0c1a4d', 'M21.5 11.5a6.7 6.7 0 1 0 0 9'],
  BTC: ['#8a4a1e', 'M12 9.5h4.8a3.2 3.2 0 0 1 0 6.5H12zM12 16h5.4a3.5 3.5 0 0 1 0 7H12z'],
  ON: ['#4a5675', 'M16 22.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13z'],
};

/** The mark of a unit, for the eye alone: the unit's code stands alongside it. */
export function Coin({ unit, size }: { unit: Unit; size?: 'small' }) {
  const [colour, letter] = coins[unit];
  return (
    <svg className={styles.coin} data-size={size} viewBox="0 0 32 32" aria-hidden="true">
      <circle cx="16" cy="16" r="16" fill={colour} />
      <path d="M0 16a16 16 0 0 1 27-11.6L4.4 27A16 16 0 0 1 0 16z" />
      <path d={letter} />
    </svg>
  );
}
