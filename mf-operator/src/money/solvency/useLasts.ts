import { useTranslation } from 'react-i18next';
import { lastsFor } from './lastsFor.ts';

/** How long a pool lasts, in what people count by: days, and years from three of them on. */
export function useLasts(): (days: number) => string {
  const { t } = useTranslation('operator');
  return (days) => {
    const { unit, count } = lastsFor(days);
    return t(unit === 'years' ? 'solvency.lastsYears' : 'solvency.lasts', { count });
  };
}
