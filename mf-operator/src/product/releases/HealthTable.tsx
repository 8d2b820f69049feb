import { languageTag, percentText } from '@trellis/api-contract';
import { Chip, type Tone, useDates } from '@trellis/kit';
import { useLanguage } from '@trellis/shell-sdk';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReleaseHealth } from '../../api.ts';
import { textKey } from '../../texts/textKey.ts';
import * as styles from './Health.module.css';
import { bandText } from './healthFigures.ts';
import { percentOfPart, percentOfPeople } from './percents.ts';

const verdictTones = {
  tooFew: 'neutral',
  well: 'positive',
  failing: 'negative',
} as const satisfies Record<ReleaseHealth['verdict'], Tone>;

type Row = readonly [label: string, textOf: (release: ReleaseHealth) => ReactNode];

/** How each release loads, side by side: what is judged, by what, the verdict, and how soon its first screen is there. */
export function HealthTable({ releases }: { releases: readonly ReleaseHealth[] }) {
  const { t } = useTranslation('operator');
  const { dateTime } = useDates();
  const [language] = useLanguage();
  const count = (number: number) => new Intl.NumberFormat(languageTag[language]).format(number);
  const soon = (ms: number | null) =>
    ms === null ? t('releases.paintTooFew') : t('releases.within', { ms: count(ms) });
  const band = (health: ReleaseHealth) => {
    const [from, to] = bandText(health);
    return t('releases.band', { from, to });
  };
  const rows: readonly Row[] = [
    [
      t('releases.verdict'),
      ({ verdict }) => <Chip tone={verdictTones[verdict]}>{t(textKey('releases.verdict', verdict))}</Chip>,
    ],
    [t('releases.people'), ({ members }) => count(members)],
    [t('releases.failedFor'), ({ failed }) => count(failed)],
    [
      t('releases.share'),
      ({ members, failed }) => (members === 0 ? t('releases.nobody') : percentText(percentOfPeople(failed, members))),
    ],
    [t('releases.nearlyCertain'), (health) => (health.members === 0 ? '' : band(health))],
    [t('releases.limit'), ({ allowed }) => percentText(percentOfPart(allowed))],
    [t('releases.since'), ({ from }) => dateTime(from)],
    [
      t('releases.thrownFor'),
      ({ thrown }) =>
        thrown &&
        (thrown.verdict === 'failing' ? <Chip tone="negative">{count(thrown.members)}</Chip> : count(thrown.members)),
    ],
    [t('releases.paintLoads'), ({ firstPaint }) => count(firstPaint.loads)],
    [t('releases.paintHalf'), ({ firstPaint }) => soon(firstPaint.p50)],
    [t('releases.paintMost'), ({ firstPaint }) => soon(firstPaint.p95)],
  ];
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <td />
          {releases.map(({ release, place }) => (
            <th key={release} scope="col">
              <span translate="no">{release}</span>
              <small>{t(textKey('releases.place', place))}</small>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([label, cellOf]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            {releases.map((release) => (
              <td key={release.release}>{cellOf(release)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
