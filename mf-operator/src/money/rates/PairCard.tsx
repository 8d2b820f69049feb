import { Button, Buttons, Card, Chip, Notice, Summary, useDates } from '@trellis/kit';
import { productNow } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Pair, Rate } from '../../api.ts';
import { ToPlace } from '../../frame/Unknown.tsx';
import { spanOf } from '../moments/span.ts';
import { changeOf } from './change.ts';
import { RateSheet } from './RateSheet.tsx';
import * as styles from './Rates.module.css';
import { rateOf, signedPercent } from './rateTexts.ts';

/** One pair: what holds, how old it is, what comes and what waits for a second person. */
export function PairCard({ pair, may }: { pair: Pair; may: boolean }) {
  const { t } = useTranslation('operator');
  const [open, setOpen] = useState(false);
  const { base, quote, usable, rates } = pair;
  const now = rates.find(({ state }) => state === 'inForce');
  return (
    <Card
      title={`${base} / ${quote}`}
      action={
        <Chip tone={usable ? 'positive' : 'negative'}>
          {t(usable ? 'rates.state.inForce' : now ? 'rates.tooOld' : 'rates.none')}
        </Chip>
      }
    >
      {now ? <InForce pair={pair} now={now} /> : <Notice tone="warning" title={t('rates.noneText')} />}
      {rates
        .filter(({ state }) => state === 'coming')
        .map((coming) => (
          <Coming key={coming.id} pair={pair} now={now} coming={coming} />
        ))}
      {rates
        .filter(({ state }) => state === 'waiting')
        .map((waiting) => (
          <Waiting key={waiting.id} pair={pair} now={now} waiting={waiting} />
        ))}
      {may && (
        <Buttons>
          <Button size="small" kind="quiet" onClick={() => setOpen(true)}>
            {t('rates.set')}
          </Button>
        </Buttons>
      )}
      {open && <RateSheet pair={pair} now={now} onClose={() => setOpen(false)} />}
    </Card>
  );
}

function InForce({ pair, now }: { pair: Pair; now: Rate }) {
  const { t } = useTranslation('operator');
  const { dateTime } = useDates();
  const change = changeOf(pair.previous, now.rate);
  const age = now.from === null ? undefined : spanOf(productNow() - Date.parse(now.from));
  return (
    <>
      <p className={styles.lead}>{rateOf(pair, now.rate)}</p>
      <Summary
        rows={[
          {
            label: t('rates.age'),
            value:
              age === undefined || pair.maximumAgeSeconds === null
                ? t('rates.ageless')
                : t('rates.ageOf', { ...age, most: Math.floor(pair.maximumAgeSeconds / 3600) }),
          },
          {
            label: t('rates.toLast'),
            value: change === undefined ? t('rates.noLast') : signedPercent(change),
          },
          { label: t('rates.source'), value: now.source },
          { label: t('rates.setBy'), value: <span translate="no">{now.setBy}</span> },
          { label: t('rates.since'), value: now.from === null ? t('rates.always') : dateTime(now.from) },
        ]}
      />
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
          : t('rates.waitsText', { name: waiting.setBy, time: dateTime(waiting.expiresAt) }),
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
