import { Card, Chip, Empty, Hint, Notice, Summary, useDates } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import type { Solvency } from '../../api.ts';
import { solvencyIcon } from '../../icons.ts';
import * as styles from './Solvency.module.css';

/** The last checks of the books, each as a mark, and what the latest one found. */
export function Books({ solvency: { checks } }: { solvency: Solvency }) {
  const { t } = useTranslation('operator');
  const { dateTime } = useDates();
  const [latest] = checks;
  const red = checks.filter(({ broken }) => broken.length > 0).length;
  if (!latest)
    return (
      <Card title={t('solvency.books')}>
        <Empty icon={solvencyIcon} text={t('solvency.unchecked')} />
      </Card>
    );
  const isRed = latest.broken.length > 0;
  return (
    <Card
      title={t('solvency.books')}
      action={
        <Chip tone={isRed ? 'negative' : 'positive'}>{t(isRed ? 'solvency.booksWrong' : 'solvency.booksRight')}</Chip>
      }
    >
      <div className={styles.checks} role="img" aria-label={t('solvency.checksOf', { count: checks.length, red })}>
        {[...checks].reverse().map(({ at, broken }, index) => (
          <span key={`${at} ${index}`} data-red={broken.length > 0 || undefined} />
        ))}
      </div>
      <Hint>{t('solvency.checked', { time: dateTime(latest.at) })}</Hint>
      {isRed && (
        <Notice tone="negative" urgent title={t('solvency.found')}>
          <span translate="no">{latest.broken.join(' · ')}</span>
        </Notice>
      )}
      <Hint>{t('solvency.checkedWhen')}</Hint>
    </Card>
  );
}

/** How far each chain is in the books, and since when it stands still. */
export function Chains({ solvency: { chains } }: { solvency: Solvency }) {
  const { t } = useTranslation('operator');
  const { dateTime } = useDates();
  return (
    <Card title={t('solvency.chains')}>
      <Hint>{t('solvency.chainsText')}</Hint>
      {chains.length === 0 && <Hint>{t('solvency.noChain')}</Hint>}
      <Summary
        rows={chains.map(({ chain, block, lookedAt }) => ({
          label: chain,
          value:
            block === null || lookedAt === null
              ? t('solvency.neverRead')
              : t('solvency.readTo', { block, time: dateTime(lookedAt) }),
        }))}
      />
      {chains.map(
        ({ chain, halted }) =>
          halted && (
            <Notice key={chain} tone="negative" title={t('solvency.halted', { chain, time: dateTime(halted.since) })}>
              <span translate="no">{halted.reason}</span>
            </Notice>
          ),
      )}
    </Card>
  );
}
