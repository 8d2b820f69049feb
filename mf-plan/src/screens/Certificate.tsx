import { certificateName, dayOf, type Output } from '@trellis/api-contract';
import {
  amountText,
  Card,
  Code,
  Empty,
  ExternalLink,
  Hint,
  LinkButton,
  More,
  Notice,
  Pane,
  Screen,
  SkeletonCard,
  Summary,
  useDates,
} from '@trellis/kit';
import { stoneOf } from '@trellis/kit/gem';
import { failureOf, Loaded, useSession } from '@trellis/shell-sdk';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { planApi } from '../api.ts';
import { certificateArt, svgHref } from '../certificate/art.ts';
import { CertificateFigure } from '../certificate/CertificateFigure.tsx';
import { type Check, checkCertificate } from '../certificate/checkCertificate.ts';
import { type CertificateText, readCertificate } from '../certificate/readCertificate.ts';
import { planTypeTexts } from '../packages/planTypeTexts.ts';

/** `/certificate/:contract`, open to everybody: what was certified, checked by the reader's own browser. No person in it. */
export function Component() {
  const { t } = useTranslation('plan');
  const { contract = '' } = useParams();
  const { member } = useSession();
  const query = planApi.useGetCertificateQuery({ contract });
  const failure = query.error && failureOf(query.error);
  const isMissing = failure?.kind === 'problem' && [400, 404].includes(failure.problem.status);
  return (
    <Screen title={t('package.certificate')} back={member === null ? '/login' : '/plan'} layout="panes">
      {isMissing ? (
        <Card>
          <Empty
            art="empty"
            text={t('certificate.none')}
            detail={t('certificate.noneText')}
            action={member !== null && <LinkButton to="/plan">{t('home.toPackages')}</LinkButton>}
          />
        </Card>
      ) : (
        <Loaded query={query} waiting={<SkeletonCard hero />}>
          {(data) => <Certificate certificate={data} />}
        </Loaded>
      )}
    </Screen>
  );
}

function Certificate({ certificate }: { certificate: Output<'getCertificate'> }) {
  const { t } = useTranslation('plan');
  const { json, hash } = certificate;
  const check = useCheck(json, hash);
  const read = readCertificate(json);
  return (
    <>
      <Pane>
        {read && (
          <CertificateFigure
            level={read.level}
            serial={read.serial}
            name={certificateName(read.level, read.serial)}
            hash={hash}
            price={{ amount: read.price, unit: 'USD' }}
            genuine={check === 'genuine'}
          />
        )}
        <div role="status">
          {check === undefined && <Hint>{t('certificate.checking')}</Hint>}
          {check === 'genuine' && <Notice tone="positive" icon="check" title={t('package.certificateValid')} />}
          {check === 'altered' && <Notice tone="negative" title={t('package.certificateInvalid')} />}
          {check === 'unable' && <Notice tone="warning" title={t('certificate.unable')} />}
        </div>
        <Hint>{t('package.certificateText')}</Hint>
      </Pane>
      <Pane>
        {read && <Facts read={read} certificate={certificate} />}
        <More title={t('certificate.json')} card>
          <Code>{json}</Code>
        </More>
        <Card label={t('certificate.files')}>
          {read && (
            <ExternalLink
              href={svgHref(certificateArt(stoneOf(read.level), read.serial, certificateName(read.level, read.serial)))}
              download={`${certificateName(read.level, read.serial).replace(' #', '-')}.svg`}
            >
              {t('certificate.picture')}
            </ExternalLink>
          )}
          <ExternalLink
            href={`data:application/json;charset=utf-8,${encodeURIComponent(json)}`}
            download={`${read ? certificateName(read.level, read.serial).replace(' #', '-') : 'certificate'}.json`}
          >
            {t('certificate.jsonFile')}
          </ExternalLink>
        </Card>
      </Pane>
    </>
  );
}

function Facts({ read, certificate }: { read: CertificateText; certificate: Output<'getCertificate'> }) {
  const { t } = useTranslation('plan');
  const { day, date } = useDates();
  const { hash, cancelledAt } = certificate;
  return (
    <Card label={t('package.details')}>
      {cancelledAt !== null && <Notice tone="warning" title={t('package.cancelledOn', { date: date(cancelledAt) })} />}
      <Summary
        rows={[
          { label: t('package.nftName'), value: certificateName(read.level, read.serial) },
          { label: t('package.planType'), value: t(planTypeTexts[read.planType]) },
          { label: t('package.level'), value: read.level },
          { label: t('package.purchasePrice'), value: { amount: read.price, unit: 'USD' } },
          { label: t('package.points'), value: amountText(read.points) },
          { label: t('package.value'), value: `${amountText(read.value)} ${read.currency}` },
          { label: t('package.rewardReserved'), value: `${amountText(read.reward)} ${read.currency}` },
          { label: t('package.loops'), value: String(read.loops) },
          { label: t('package.stakeDays'), value: t('package.days', { count: read.stakeDays }) },
          { label: t('package.lockStart'), value: day(dayOf(read.startedAt)) },
          { label: t('certificate.contract'), value: <Code>{read.contract}</Code> },
          { label: t('package.nftHash'), value: <Code>{hash}</Code> },
          {
            label: t('certificate.previous'),
            value: /^0+$/.test(read.previous) ? t('certificate.first') : <Code>{read.previous}</Code>,
          },
        ]}
      />
    </Card>
  );
}

/** What the browser itself finds; `undefined` while it computes. */
function useCheck(json: string, hash: string): Check | undefined {
  const [result, setResult] = useState<{ readonly name: string; readonly check: Check }>();
  const name = `${hash} ${json}`;
  useEffect(() => {
    void checkCertificate(json, hash).then((check) => setResult({ name, check }));
  }, [json, hash, name]);
  return result?.name === name ? result.check : undefined;
}
