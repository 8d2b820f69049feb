import { Button, Buttons, Card, Hint, Notice, useDates } from '@trellis/kit';
import { useOperator } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorApi } from '../api.ts';
import { DeedSheet } from '../frame/DeedSheet.tsx';
import { useMay } from '../roles/useMay.ts';
import { payoutsWord } from './payoutsWord.ts';

type Freeze = NonNullable<NonNullable<ReturnType<typeof operatorApi.useGetPayoutFreezeQuery>['data']>['freeze']>;

/** Money that leaves: stopped by one press, and let go by two people when the books are green. */
export function PayoutBrake({ freeze }: { freeze: Freeze | null }) {
  const { t } = useTranslation('operator');
  const mayStop = useMay('stop');
  const [open, setOpen] = useState(false);
  if (freeze) return <Frozen freeze={freeze} />;
  return (
    <Card title={t('incident.payouts')}>
      <Hint>{t('incident.running')}</Hint>
      {mayStop ? (
        <Buttons>
          <Button kind="danger" onClick={() => setOpen(true)}>
            {t('incident.freeze')}
          </Button>
        </Buttons>
      ) : (
        <Hint>{t('incident.notYours')}</Hint>
      )}
      {open && <FreezeSheet onClose={() => setOpen(false)} />}
    </Card>
  );
}

function Frozen({ freeze: { since, by, reason, green, waiting } }: { freeze: Freeze }) {
  const { t } = useTranslation('operator');
  const { dateTime } = useDates();
  const operator = useOperator();
  const mayGoOn = useMay('treasury');
  const [open, setOpen] = useState<'ask' | 'yes'>();
  const isOwn = waiting?.requestedBy === `operator:${operator?.name}`;
  return (
    <Card title={t('incident.payouts')}>
      <Notice tone="negative" title={t('incident.frozen', { time: dateTime(since) })}>
        {by === null ? t('incident.byBooks') : `${by}: ${reason}`}
      </Notice>
      <Hint>{t(green ? 'incident.green' : 'incident.notGreen')}</Hint>
      {waiting && (
        <Notice tone="warning" title={t('incident.asked', { name: waiting.requestedBy })}>
          {waiting.reason}
          {isOwn && ` · ${t('deed.other')}`}
        </Notice>
      )}
      {mayGoOn ? (
        <Buttons>
          {waiting && !isOwn && (
            <Button disabled={!green} onClick={() => setOpen('yes')}>
              {t('deed.yes')}
            </Button>
          )}
          {!isOwn && (
            <Button kind="quiet" onClick={() => setOpen('ask')}>
              {t('incident.goOn')}
            </Button>
          )}
        </Buttons>
      ) : (
        <Hint>{t('incident.goOnWho')}</Hint>
      )}
      {open === 'ask' && <AskSheet onClose={() => setOpen(undefined)} />}
      {open === 'yes' && waiting && <YesSheet id={waiting.id} onClose={() => setOpen(undefined)} />}
    </Card>
  );
}

function FreezeSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('operator');
  const [freeze] = operatorApi.useFreezePayoutsMutation();
  return (
    <DeedSheet
      title={t('incident.freeze')}
      text={t('incident.freezeText')}
      act={t('incident.freeze')}
      danger
      reasons={[t('incident.reasonStrange'), t('incident.reasonBooks'), t('incident.reasonAccess')]}
      onClose={onClose}
      run={({ reason }) => freeze({ reason })}
    />
  );
}

function AskSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('operator');
  const [ask] = operatorApi.useAskUnfreezeMutation();
  return (
    <DeedSheet
      title={t('incident.goOn')}
      text={t('incident.goOnText')}
      act={t('deed.ask')}
      asksCode
      word={payoutsWord}
      done={t('deed.sent')}
      onClose={onClose}
      run={(words) => ask(words)}
    />
  );
}

function YesSheet({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('operator');
  const [approve] = operatorApi.useApproveUnfreezeMutation();
  return (
    <DeedSheet
      title={t('incident.goOn')}
      text={t('incident.yesText')}
      act={t('deed.yes')}
      asksCode
      word={payoutsWord}
      onClose={onClose}
      run={(words) => approve({ id, ...words })}
    />
  );
}
