import { languageTag, percentText } from '@trellis/api-contract';
import { Chip, Hint, type Tone, Unseen, useDates } from '@trellis/kit';
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

/** Empty where there is nothing to go by: a row that is empty for every release is only named. */
type Row = readonly [label: string, textOf: (release: ReleaseHealth) => ReactNode];

/** How each release loads, side by side: what is judged, by what, the verdict, and how soon its first screen is there. */
export function HealthTable({ releases }: { releases: readonly ReleaseHealth[] }) {
  const { t } = useTranslation('operator');
  const { dateTime } = useDates();
  const [language] = useLanguage();
  const count = (number: number) => new Intl.NumberFormat(languageTag[language]).format(number);
  const soon = (ms: number | null) => ms !== null && t('releases.within', { ms: count(ms) });
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
    [t('releases.failedFor'), ({ members, failed }) => members > 0 && count(failed)],
    [t('releases.share'), ({ members, failed }) => members > 0 && percentText(percentOfPeople(failed, members))],
    [t('releases.nearlyCertain'), (health) => health.members > 0 && band(health)],
    [t('releases.limit'), ({ allowed }) => percentText(percentOfPart(allowed))],
    [t('releases.since'), ({ from }) => dateTime(from)],
    [
      t('releases.thrownFor'),
      ({ members, thrown }) =>
        thrown &&
        (members > 0 || thrown.members > 0) &&
        (thrown.verdict === 'failing' ? <Chip tone="negative">{count(thrown.members)}</Chip> : count(thrown.members)),
    ],
    [t('releases.paintLoads'), ({ firstPaint }) => firstPaint.loads > 0 && count(firstPaint.loads)],
    [t('releases.paintHalf'), ({ firstPaint }) => soon(firstPaint.p50)],
    [t('releases.paintMost'), ({ firstPaint }) => soon(firstPaint.p95)],
  ];
  const cells = rows.map(([label, textOf]) => [label, releases.map(textOf)] as const);
  const [known, unknown] = [
    cells.filter(([, texts]) => texts.some(Boolean)),
    cells.filter(([, texts]) => !texts.some(Boolean)),
  ];
  return (
    <>
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
          {known.map(([label, texts]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {releases.map(({ release }, index) => (
                <td key={release}>{texts[index] || <None />}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {unknown.length > 0 && (
        <Hint>{t('releases.tooLittle', { names: unknown.map(([label]) => label).join(' · ') })}</Hint>
      )}
    </>
  );
}

/** The others in this row have something. */
function None() {
  const { t } = useTranslation('operator');
  return (
    <>
      <span aria-hidden="true">–</span>
      <Unseen>{t('releases.tooFew')}</Unseen>
    </>
  );
}
