import { dayOf } from '@trellis/api-contract';
import {
  Amount,
  amountText,
  Card,
  Code,
  Empty,
  HeroAmount,
  Hint,
  LinkButton,
  moneyText,
  Notice,
  Pane,
  Row,
  Rows,
  Screen,
  Section,
  SkeletonCard,
  Summary,
  TextLink,
  useDates,
} from '@trellis/kit';
import { Gem, stoneOf } from '@trellis/kit/gem';
import { failureOf, Loaded } from '@trellis/shell-sdk';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { type OwnPackage, planApi } from '../api.ts';
import { CancelSheet } from '../packages/CancelSheet.tsx';
import { LoopLadder } from '../packages/LoopLadder.tsx';
import { broughtBy, nextIndex, soFar } from '../packages/nextLoop.ts';
import { planTypeTexts } from '../packages/planTypeTexts.ts';
import * as styles from '../purchase/GemHead.module.css';

/** A certificate is made within a second or two: it is asked for again until it is there. */
const certificateMs = 2_000;

/** `/plan/packages/:id`: one package with its certificate, and every part that came back or will. */
export function Component() {
  const { t } = useTranslation('plan');
  const { id = '' } = useParams();
  const [waits, setWaits] = useState(false);
  const packages = planApi.useListPackagesQuery({ id }, { pollingInterval: waits ? certificateMs : 0 });
  const own = packages.data?.packages[0];
  const failure = packages.error && failureOf(packages.error);
  const isUnknown = failure?.kind === 'problem' && failure.problem.status === 400;
  /** While it can be cancelled it has none, and when it was cancelled it gets none. */
  const comes = own !== undefined && own.certificate === null && own.cancelUntil === null && own.cancelledAt === null;
  useEffect(() => setWaits(comes), [comes]);
  return (
    <Screen
      title={own?.level ?? t('home.title')}
      back="/plan"
      layout="panes"
      {...(own && { head: <OwnHead own={own} /> })}
    >
      {isUnknown ? (
        <Unknown />
      ) : (
        <Loaded query={packages} waiting={<SkeletonCard hero />}>
          {(_data, stamp) => (own ? <Details own={own} stamp={stamp} /> : <Unknown />)}
        </Loaded>
      )}
    </Screen>
  );
}

function Unknown() {
  const { t } = useTranslation('plan');
  return (
    <Card>
      <Empty
        art="empty"
        text={t('package.unknown')}
        action={<LinkButton to="/plan">{t('home.toPackages')}</LinkButton>}
      />
    </Card>
  );
}

/** What leads: the stone, and what it brings next. */
function OwnHead({ own }: { own: OwnPackage }) {
  const { t } = useTranslation('plan');
  const { day } = useDates();
  const { level, loops, certificate } = own;
  const at = nextIndex(own);
  const next = loops[at];
  return (
    <div className={styles.head}>
      <Gem level={stoneOf(level)} serial={certificate?.serial ?? 1} size="large" />
      <h2 translate="no">{certificate?.name ?? level}</h2>
      {next ? (
        <>
          <HeroAmount money={broughtBy(next)} size="lead" />
          <Hint>{t('package.nextOn', { date: day(next.dueOn), n: at + 1, loops: loops.length })}</Hint>
        </>
      ) : (
        <HeroAmount money={own.price} size="lead" />
      )}
    </div>
  );
}

function Details({ own, stamp }: { own: OwnPackage; stamp: ReactNode }) {
  const { t } = useTranslation('plan');
  const { day, date, dateTime } = useDates();
  const [cancels, setCancels] = useState(false);
  const { level, certificate, cancelUntil, cancelledAt } = own;
  const { active, locked, reward } = soFar(own);
  const next = nextIndex(own);
  /** When it was due; alongside it when it came, where that was another day. */
  const cameOn = ({ dueOn, releasedAt }: OwnPackage['loops'][number]): string => {
    const due = t('package.dueOn', { date: day(dueOn) });
    if (releasedAt === null || dayOf(releasedAt) === dueOn) return due;
    return `${due} · ${t('package.releasedOn', { date: day(dayOf(releasedAt)) })}`;
  };
  const releasedText = (): string => {
    if (cancelledAt !== null) return t('package.loopState.cancelled');
    return own.released ? t('package.releasedNow') : t('package.releasedNo', { count: own.remainingDays });
  };
  return (
    <>
      <Pane>
        {cancelledAt !== null ? (
          <Notice tone="warning" title={t('package.cancelledOn', { date: date(cancelledAt) })} />
        ) : (
          <Card title={t('package.loops')} action={stamp}>
            <LoopLadder own={own} />
          </Card>
        )}
        {certificate ? (
          <Rows label={t('package.certificate')}>
            <Row
              to={`/certificate/${own.id}`}
              drawing={<Gem level={stoneOf(level)} serial={certificate.serial} size="small" />}
              title={<span translate="no">{certificate.name}</span>}
              detail={t('package.certificateVerify')}
            />
          </Rows>
        ) : (
          cancelledAt === null && (
            <Hint>
              {cancelUntil === null
                ? t('certificate.comes')
                : t('certificate.comesLater', { date: dateTime(cancelUntil) })}
            </Hint>
          )
        )}
        <Section title={t('package.history')}>
          <Rows label={t('package.history')}>
            {own.loops.map((loop, index) => (
              <Row
                key={loop.n}
                title={t('package.loop', { n: loop.n })}
                detail={cameOn(loop)}
                end={<Amount money={broughtBy(loop)} />}
                endDetail={
                  loop.releasedAt !== null
                    ? t('package.loopState.released')
                    : cancelledAt !== null
                      ? t('package.loopState.cancelled')
                      : t(index === next ? 'package.loopState.next' : 'package.loopState.locked')
                }
                done={cancelledAt !== null}
              />
            ))}
          </Rows>
        </Section>
      </Pane>
      <Pane>
        <Card label={t('package.details')}>
          <Summary
            rows={[
              { label: t('package.planType'), value: t(planTypeTexts[own.planType]) },
              { label: t('package.level'), value: level },
              { label: t('package.purchasePrice'), value: own.price },
              { label: t('package.currency'), value: own.price.unit },
              { label: t('package.points'), value: amountText(own.points) },
              { label: t('package.value'), value: { amount: own.price.amount, unit: 'USDP' } },
              { label: t('package.stakeDays'), value: t('package.days', { count: own.days }) },
              { label: t('package.lockStart'), value: day(dayOf(own.startedAt)) },
              { label: t('package.remainingDays'), value: t('package.days', { count: own.remainingDays }) },
              { label: t('package.lockedUsdp'), value: locked },
              { label: t('package.activeUsdp'), value: active },
              { label: t('package.rewardReserved'), value: own.reward },
              { label: t('package.cumulativeReward'), value: reward },
              {
                label: t('package.released'),
                value: releasedText(),
              },
              { label: t('package.nftName'), value: certificate?.name ?? '–' },
              { label: t('package.nftHash'), value: certificate ? <Code>{certificate.hash}</Code> : '–' },
            ]}
          />
        </Card>
        {cancelUntil !== null && (
          <>
            <Hint>{t('package.cancelUntil', { until: dateTime(cancelUntil) })}</Hint>
            <TextLink onClick={() => setCancels(true)}>{t('cancel.action')}</TextLink>
          </>
        )}
      </Pane>
      {cancels && cancelUntil !== null && (
        <CancelSheet own={own} price={moneyText(own.price)} onClose={() => setCancels(false)} />
      )}
    </>
  );
}
