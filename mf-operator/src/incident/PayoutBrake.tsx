import type { OutputOf } from '@trellis/api-contract';
import { Button, Buttons, Card, Hint, Notice, useDates } from '@trellis/kit';
import { useOperator } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorApi } from '../api.ts';
import { approvalsApi } from '../approvals/api.ts';
import { ActionDialog } from '../frame/ActionDialog.tsx';
import { useMay } from '../roles/useMay.ts';
import * as styles from './Incident.module.css';
import { payoutsPhrase } from './payoutsPhrase.ts';

type Freeze = NonNullable<OutputOf<'operator', 'getPayoutFreeze'>['freeze']>;

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

function Frozen({ freeze: { since, by, reason, green, waiting, found } }: { freeze: Freeze }) {
  const { t } = useTranslation('operator');
  const { dateTime } = useDates();
  const operator = useOperator();
  const mayGoOn = useMay('treasury');
  const [open, setOpen] = useState<'ask' | 'falseAlarm' | 'approve'>();
  const isOwn = waiting?.requestedBy === `operator:${operator?.name}`;
  return (
    <Card title={t('incident.payouts')}>
      <Notice tone="negative" title={t('incident.frozen', { time: dateTime(since) })}>
        {by === null ? t('incident.byBooks') : `${by}: ${reason}`}
      </Notice>
      <Hint>{t(green ? 'incident.green' : 'incident.notGreen')}</Hint>
      {found && <Findings findings={found.findings} />}
      {waiting && (
        <Notice
          tone="warning"
          title={t(waiting.falseAlarm ? 'incident.falseAlarmAsked' : 'incident.asked', { name: waiting.requestedBy })}
        >
          {waiting.reason}
          {isOwn && !waiting.approved && ` · ${t('action.other')}`}
        </Notice>
      )}
      {waiting?.approved && <Hint>{t('incident.falseAlarmOwner')}</Hint>}
      {mayGoOn ? (
        <Buttons>
          {waiting && !isOwn && !waiting.approved && (
            <Button disabled={waiting.falseAlarm ? !found : !green} onClick={() => setOpen('approve')}>
              {t('action.approve')}
            </Button>
          )}
          {!isOwn && (
            <Button kind="quiet" onClick={() => setOpen('ask')}>
              {t('incident.goOn')}
            </Button>
          )}
          {found && !isOwn && !waiting?.falseAlarm && (
            <Button kind="quiet" onClick={() => setOpen('falseAlarm')}>
              {t('incident.falseAlarm')}
            </Button>
          )}
        </Buttons>
      ) : (
        <Hint>{t('incident.goOnWho')}</Hint>
      )}
      {open === 'ask' && <AskSheet onClose={() => setOpen(undefined)} />}
      {open === 'falseAlarm' && found && (
        <AskSheet verification={found.verification} onClose={() => setOpen(undefined)} />
      )}
      {open === 'approve' && waiting && (
        <ApproveSheet
          id={waiting.id}
          verification={waiting.falseAlarm ? found?.verification : undefined}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Card>
  );
}

/** Each broken invariant with its first rows, as the verifier names them: what a false alarm is approved by. */
function Findings({ findings }: { findings: NonNullable<Freeze['found']>['findings'] }) {
  const { t } = useTranslation('operator');
  return (
    <Notice tone="negative" title={t('incident.found')}>
      {findings.map(({ name, count, rows }) => (
        <details key={name}>
          <summary>
            {name} ({count})
          </summary>
          {rows.map((row) => (
            <code key={row} className={styles.row} translate="no">
              {row}
            </code>
          ))}
        </details>
      ))}
    </Notice>
  );
}

function FreezeSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('operator');
  const [freeze] = operatorApi.useFreezePayoutsMutation();
  return (
    <ActionDialog
      title={t('incident.freeze')}
      consequence={t('incident.freezeText')}
      submitLabel={t('incident.freeze')}
      danger
      reasons={[t('incident.reasonStrange'), t('incident.reasonBooks'), t('incident.reasonAccess')]}
      onClose={onClose}
      run={({ reason }) => freeze({ reason })}
    />
  );
}

/** @param verification of what is called a false alarm; without it the books are to be right */
function AskSheet({ verification, onClose }: { verification?: string; onClose: () => void }) {
  const { t } = useTranslation('operator');
  const [ask] = operatorApi.useAskUnfreezeMutation();
  return (
    <ActionDialog
      title={t(verification === undefined ? 'incident.goOn' : 'incident.falseAlarm')}
      consequence={t(verification === undefined ? 'incident.goOnText' : 'incident.falseAlarmText')}
      submitLabel={t('action.ask')}
      asksCode
      confirmPhrase={payoutsPhrase}
      done={t('action.sent')}
      onClose={onClose}
      run={(words) => ask({ ...words, ...(verification !== undefined && { verification }) })}
    />
  );
}

interface ApproveProps {
  readonly id: string;
  readonly verification: string | undefined;
  readonly onClose: () => void;
}
function ApproveSheet({ id, verification, onClose }: ApproveProps) {
  const { t } = useTranslation('operator');
  const [approve] = approvalsApi.useApproveMutation();
  return (
    <ActionDialog
      title={t(verification === undefined ? 'incident.goOn' : 'incident.falseAlarm')}
      consequence={t(verification === undefined ? 'incident.approveText' : 'incident.falseAlarmApprove')}
      submitLabel={t('action.approve')}
      asksCode
      confirmPhrase={payoutsPhrase}
      onClose={onClose}
      run={(words) => approve({ id, ...words, ...(verification !== undefined && { verification }) })}
    />
  );
}
