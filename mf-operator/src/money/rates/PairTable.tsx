import { Button, Chip, Meter, Notice, useDates } from '@trellis/kit';
import { productNow } from '@trellis/shell-sdk';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Pair, Rate } from '../../api.ts';
import { Actor, useActorName } from '../../frame/Actor.tsx';
import { ToPlace } from '../../frame/Unknown.tsx';
import { spanOf } from '../moments/span.ts';
import { changeOf } from './change.ts';
import { RateSheet } from './RateSheet.tsx';
import * as styles from './Rates.module.css';
import { ageOf, amountOf, rateOf, signedPercent } from './rateTexts.ts';

/** The pairs: what each is worth, how old that is, from where and by whom; below a pair, what comes and what waits. */
export function PairTable({ pairs, may }: { pairs: readonly Pair[]; may: boolean }) {
  const { t } = useTranslation('operator');
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('rates.pair')}</th>
          <th scope="col" data-number>
            {t('rates.rate')}
          </th>
          <th scope="col">{t('rates.age')}</th>
          <th scope="col">{t('rates.source')}</th>
          <th scope="col">{t('rates.setBy')}</th>
          {may && <td />}
        </tr>
      </thead>
      {pairs.map((pair) => (
        <PairRows key={pair.base} pair={pair} may={may} />
      ))}
    </table>
  );
}

function PairRows({ pair, may }: { pair: Pair; may: boolean }) {
  const { t } = useTranslation('operator');
  const [open, setOpen] = useState(false);
  const { base, quote, usable, rates } = pair;
  const now = rates.find(({ state }) => state === 'inForce');
  const notes = rates.filter(({ state }) => state === 'coming' || state === 'waiting');
  return (
    <tbody data-pair={base}>
      <tr>
        <th scope="row">
          {base} / {quote}
          {!usable && (
            <>
              {' '}
              <Chip tone="negative">{t(now ? 'rates.tooOld' : 'rates.none')}</Chip>
            </>
          )}
        </th>
        {now ? <InForce pair={pair} now={now} /> : <td colSpan={4}>{t('rates.noneText')}</td>}
        {may && (
          <td>
            <Button size="small" kind="quiet" onClick={() => setOpen(true)}>
              {t('rates.set')}
            </Button>
            {open && <RateSheet pair={pair} now={now} onClose={() => setOpen(false)} />}
          </td>
        )}
      </tr>
      {notes.length > 0 && (
        <tr>
          <td colSpan={may ? 6 : 5}>
            {notes.map((note) =>
              note.state === 'coming' ? (
                <Coming key={note.id} pair={pair} now={now} coming={note} />
              ) : (
                <Waiting key={note.id} pair={pair} now={now} waiting={note} />
              ),
            )}
          </td>
        </tr>
      )}
    </tbody>
  );
}

function InForce({ pair, now }: { pair: Pair; now: Rate }) {
  const { t } = useTranslation('operator');
  const { dateTime } = useDates();
  const change = changeOf(pair.previous, now.rate);
  return (
    <>
      <td data-number>
        <strong>{amountOf(pair, now.rate)}</strong>
        {change !== undefined && (
          <small>
            {t('rates.toLast')} {signedPercent(change)}
          </small>
        )}
      </td>
      <Cell label={t('rates.age')}>
        <Age pair={pair} from={now.from} />
      </Cell>
      <Cell label={t('rates.source')}>{now.source}</Cell>
      <Cell label={t('rates.setBy')}>
        <Actor name={now.setBy} />
        <small>{now.from === null ? t('rates.always') : dateTime(now.from)}</small>
      </Cell>
    </>
  );
}

/** Where there are no columns, what a cell is stands before it. */
function Cell({ label, children }: { label: string; children: ReactNode }) {
  return (
    <td>
      <span className={styles.label} aria-hidden="true">
        {label}
      </span>
      <div>{children}</div>
    </td>
  );
}

/** How old a rate is, against the age from which nothing goes by it. */
function Age({ pair: { maximumAgeSeconds }, from }: { pair: Pair; from: string | null }) {
  const { t } = useTranslation('operator');
  if (from === null || maximumAgeSeconds === null) return t('rates.ageless');
  const age = productNow() - Date.parse(from);
  return (
    <>
      <Meter {...ageOf(age, maximumAgeSeconds)} />
      <small>{t('rates.ageOf', { ...spanOf(age), most: Math.round(maximumAgeSeconds / 360) / 10 })}</small>
    </>
  );
}

function Coming({ pair, now, coming }: { pair: Pair; now: Rate | undefined; coming: Rate }) {
  const { t } = useTranslation('operator');
  const { dateTime } = useDates();
  return (
    <Notice
      tone="primary"
      title={t('rates.comes', {
        rate: rateOf(pair, coming.rate),
        time: coming.from === null ? '' : dateTime(coming.from),
      })}
    >
      {differenceOf(now, coming)}
    </Notice>
  );
}

function Waiting({ pair, now, waiting }: { pair: Pair; now: Rate | undefined; waiting: Rate }) {
  const { t } = useTranslation('operator');
  const { dateTime } = useDates();
  const actorName = useActorName();
  return (
    <Notice
      tone="warning"
      title={t('rates.waits', { rate: rateOf(pair, waiting.rate) })}
      action={<ToPlace to="/approvals" />}
    >
      {[
        differenceOf(now, waiting),
        waiting.expiresAt === null
          ? undefined
          : t('rates.waitsText', { name: actorName(waiting.setBy), time: dateTime(waiting.expiresAt) }),
      ]
        .filter((each) => each !== undefined)
        .join(' · ')}
    </Notice>
  );
}

/** How far one that is not in force yet is from the one that is. */
function differenceOf(now: Rate | undefined, then: Rate): string | undefined {
  const change = changeOf(now?.rate, then.rate);
  return change === undefined ? undefined : signedPercent(change);
}
