import { dayOf } from '@trellis/api-contract';
import {
  Amount,
  amountText,
  Button,
  Card,
  Code,
  Empty,
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
  useDates,
} from '@trellis/kit';
import { failureOf, Loaded } from '@trellis/shell-sdk';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { type OwnPackage, planApi } from '../api.ts';
import { CertificateFigure } from '../certificate/CertificateFigure.tsx';
import { CancelSheet } from '../packages/CancelSheet.tsx';
import { LoopLadder } from '../packages/LoopLadder.tsx';
import { broughtBy, nextIndex, soFar } from '../packages/nextLoop.ts';
import { planTypeTexts } from '../packages/planTypeTexts.ts';

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
    <Screen title={own?.level ?? t('home.title')} back="/plan" layout="panes">
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
        <CertificateFigure
          level={level}
          serial={certificate?.serial}
          name={certificate?.name ?? level}
          hash={certificate?.hash}
          price={own.price}
        />
        {cancelledAt !== null && (
          <Notice tone="warning" title={t('package.cancelledOn', { date: date(cancelledAt) })} />
        )}
        {!certificate && cancelUntil !== null && (
          <Hint>{t('certificate.comesLater', { date: dateTime(cancelUntil) })}</Hint>
        )}
        {certificate && (
          <LinkButton kind="quiet" to={`/certificate/${own.id}`}>
            {t('package.certificateVerify')}
          </LinkButton>
        )}
        {!certificate && cancelUntil === null && cancelledAt === null && <Hint>{t('certificate.comes')}</Hint>}
        {cancelUntil !== null && (
          <Notice
            tone="primary"
            action={
              <Button kind="quiet" size="small" onClick={() => setCancels(true)}>
                {t('cancel.action')}
              </Button>
            }
          >
            {t('package.cancelUntil', { until: dateTime(cancelUntil) })}
          </Notice>
        )}
      </Pane>
      <Pane>
        {cancelledAt === null && (
          <Card title={t('package.loops')} action={stamp}>
            <LoopLadder own={own} />
          </Card>
        )}
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
      {cancels && cancelUntil !== null && (
        <CancelSheet own={own} price={moneyText(own.price)} onClose={() => setCancels(false)} />
      )}
    </>
  );
}
