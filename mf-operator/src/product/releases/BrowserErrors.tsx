import { Hint, Section, SkeletonCard } from '@trellis/kit';
import { Loaded } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { type BrowserError, type FeatureReleases, operatorApi } from '../../api.ts';
import { Moment } from '../../frame/Moment.tsx';
import * as styles from './BrowserErrors.module.css';

type Frame = BrowserError['frames'][number];

/** What threw or did not load in the browsers that had a release: for how many, where in the sources, and by which way it came there. */
export function BrowserErrors({ feature, release }: { feature: FeatureReleases['feature']; release: string }) {
  const { t } = useTranslation('operator');
  const query = operatorApi.useListReleaseErrorsQuery({ feature, release });
  return (
    <Section title={t('frame.named', { name: t('releases.errorsTitle'), value: release })}>
      <Loaded query={query} waiting={<SkeletonCard />}>
        {({ errors }) =>
          errors.length === 0 ? (
            <Hint>{t('releases.errorsNone')}</Hint>
          ) : (
            <>
              <ul className={styles.list} aria-label={t('releases.errorsTitle')}>
                {errors.map((error) => (
                  <li key={error.id}>
                    <ErrorRow error={error} />
                  </li>
                ))}
              </ul>
              <Hint>{t('releases.errorsText')}</Hint>
            </>
          )
        }
      </Loaded>
    </Section>
  );
}

/** One kind of error; open, it has the whole stack. */
function ErrorRow({ error: { name, screen, digest, members, firstAt, lastAt, top, frames } }: { error: BrowserError }) {
  const { t } = useTranslation('operator');
  return (
    <details className={styles.row}>
      <summary>
        <span className={styles.what}>
          <strong translate="no">{screen === '' ? name : t('releases.errorOn', { name, screen })}</strong>
          {top && <Place frame={top} />}
        </span>
        <span className={styles.end}>
          <strong>{t('releases.thrownPeople', { count: members })}</strong>
          <small>
            {t('releases.errorLast')} <Moment at={lastAt} />
          </small>
        </span>
      </summary>
      <ol className={styles.stack} aria-label={t('releases.errorStack')}>
        {frames.map((frame, index) => (
          <li key={index}>
            <Place frame={frame} />
          </li>
        ))}
      </ol>
      <p className={styles.rest}>
        {t('releases.errorFirst')} <Moment at={firstAt} />
        {' · '}
        {t('releases.errorMessage', { digest })}
      </p>
    </details>
  );
}

/** Where it stands in the sources, or else in the built file. */
function Place({ frame: { file, line, column, source } }: { frame: Frame }) {
  const { t } = useTranslation('operator');
  if (!source)
    return (
      <code className={styles.place} translate="no">
        {line === 0 ? file : `${file}:${line}:${column}`}
      </code>
    );
  const place = `${source.file}:${source.line}:${source.column}`;
  return (
    <code className={styles.place} translate="no">
      {source.functionName === null ? place : t('releases.errorFrame', { place, name: source.functionName })}
    </code>
  );
}
