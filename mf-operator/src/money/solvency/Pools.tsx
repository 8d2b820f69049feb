import { Button, Buttons, Card, Chip, Hint, moneyText, Notice, Summary, useDates } from '@trellis/kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PoolState } from '../../api.ts';
import { useActorName } from '../../frame/Actor.tsx';
import { ToPlace } from '../../frame/Unknown.tsx';
import { useMay } from '../../frame/useMay.ts';
import { textKey } from '../../texts/textKey.ts';
import { FundSheet } from './FundSheet.tsx';
import * as styles from './Solvency.module.css';
import { runwayTone } from './solvencyTexts.ts';
import { useLasts } from './useLasts.ts';

/** Each pool: what is free in it, how long that lasts, and what waits for a second person. */
export function Pools({ pools }: { pools: readonly PoolState[] }) {
  const { t } = useTranslation('operator');
  const may = useMay('treasury');
  return (
    <>
      {!may && <Hint>{t('solvency.notYours')}</Hint>}
      <div className={styles.pools}>
        {pools.map((pool) => (
          <PoolCard key={pool.pool} pool={pool} may={may} />
        ))}
      </div>
    </>
  );
}

function PoolCard({ pool: state, may }: { pool: PoolState; may: boolean }) {
  const { t } = useTranslation('operator');
  const actorName = useActorName();
  const { dateTime } = useDates();
  const [direction, setDirection] = useState<'in' | 'out'>();
  const { pool, free, promised, pace, due, runwayDays, waiting } = state;
  return (
    <Card title={t(textKey('solvency.pool', pool))} action={<Runway days={runwayDays} />}>
      <Summary
        rows={[
          { label: t('solvency.free'), value: free },
          { label: t('solvency.promised'), value: promised },
          { label: t('solvency.pace'), value: pace },
          { label: t('solvency.due'), value: due },
        ]}
      />
      {waiting && (
        <Notice
          tone="warning"
          title={t('solvency.waits', { amount: moneyText(waiting.amount) })}
          action={<ToPlace to="/approvals" />}
        >
          {t('solvency.waitsText', { name: actorName(waiting.requestedBy), time: dateTime(waiting.expiresAt) })}
        </Notice>
      )}
      {may && (
        <Buttons>
          <Button size="small" kind="quiet" onClick={() => setDirection('in')}>
            {t('solvency.fund')}
          </Button>
          <Button size="small" kind="quiet" onClick={() => setDirection('out')}>
            {t('solvency.defund')}
          </Button>
        </Buttons>
      )}
      {direction && <FundSheet pool={state} direction={direction} onClose={() => setDirection(undefined)} />}
    </Card>
  );
}

function Runway({ days }: { days: number | null }) {
  const { t } = useTranslation('operator');
  const lasts = useLasts();
  if (days === null) return <Chip tone="neutral">{t('solvency.unused')}</Chip>;
  return <Chip tone={runwayTone(days)}>{lasts(days)}</Chip>;
}
