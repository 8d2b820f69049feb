import { Button, Buttons, Card, Hint, Notice, TextLink, useDates } from '@trellis/kit';
import { useOperator } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Freeze, operatorApi } from '../../api.ts';
import { useActorName } from '../../frame/Actor.tsx';
import { sheetsOf } from '../../frame/actionSheets.tsx';
import { useMay } from '../../frame/useMay.ts';
import { SessionList } from '../../people/operators/SessionList.tsx';
import { payoutsPhrase } from '../../queues/approvals/confirmPhraseOf.ts';
import * as styles from './Incident.module.css';

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
        <div className={styles.brake}>
          <button type="button" onClick={() => setOpen(true)}>
            {t('incident.freeze')}
          </button>
          <p>{t('incident.freezeText')}</p>
        </div>
      ) : (
        <Hint>{t('incident.notYours')}</Hint>
      )}
      {open && <FreezeSheet subject={null} onClose={() => setOpen(false)} />}
    </Card>
  );
}

function Frozen({ freeze }: { freeze: Freeze }) {
  const { since, by, reason, sessions, green, waiting, found } = freeze;
  const { t } = useTranslation('operator');
  const actorName = useActorName();
  const { dateTime } = useDates();
  const operator = useOperator();
  const mayGoOn = useMay('treasury');
  const [open, setOpen] = useState<keyof typeof sheets>();
  const Open = open && sheets[open];
  const isOwn = waiting?.requestedBy === `operator:${operator?.name}`;
  return (
    <Card title={t('incident.payouts')}>
      <Notice tone="negative" title={t('incident.frozen', { time: dateTime(since) })}>
        {by === null ? t('incident.byBooks') : t('frame.named', { name: actorName(by), value: reason })}
      </Notice>
      {by !== null && sessions.length > 0 && <Sessions name={by.replace(/^operator:/, '')} sessions={sessions} />}
      <Hint>{t(green ? 'incident.green' : 'incident.notGreen')}</Hint>
      {found && <Findings findings={found.findings} />}
      {waiting && (
        <Notice
          tone="warning"
          title={t(waiting.falseAlarm ? 'incident.falseAlarmAsked' : 'incident.asked', {
            name: actorName(waiting.requestedBy),
          })}
        >
          {waiting.reason}
          {isOwn && !waiting.approved && ` · ${t('action.other')}`}
        </Notice>
      )}
      {waiting?.approved && <Hint>{t('incident.falseAlarmOwner')}</Hint>}
      {mayGoOn ? (
        <Buttons>
          {waiting && !isOwn && !waiting.approved && (
            <Button
              disabled={waiting.falseAlarm ? !found : !green}
              onClick={() => setOpen(waiting.falseAlarm ? 'approveFalseAlarm' : 'approve')}
            >
              {t('action.approve')}
            </Button>
          )}
          {!isOwn && (
            <Button kind="quiet" onClick={() => setOpen('ask')}>
              {t('incident.goOn')}
            </Button>
          )}
          {found && !isOwn && !waiting?.falseAlarm && (
            <Button kind="quiet" onClick={() => setOpen('askFalseAlarm')}>
              {t('incident.falseAlarm')}
            </Button>
          )}
        </Buttons>
      ) : (
        <Hint>{t('incident.goOnWho')}</Hint>
      )}
      {Open && <Open subject={freeze} onClose={() => setOpen(undefined)} />}
    </Card>
  );
}

/** Whose sessions it was frozen from: if it was not them, an admin ends these, or they do so themself. */
function Sessions({ name, sessions }: { name: string; sessions: Freeze['sessions'] }) {
  const { t } = useTranslation('operator');
  const mayEnd = useMay('operators');
  return (
    <>
      <Hint>{t('incident.sessions', { name })}</Hint>
      <SessionList sessions={sessions} />
      {mayEnd && <TextLink to={`/operators/${name}`}>{t('operators.end')}</TextLink>}
    </>
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

const FreezeSheet = sheetsOf<null>()(operatorApi.useFreezePayoutsMutation, {
  title: 'incident.freeze',
  consequence: 'incident.freezeText',
  submitLabel: 'incident.freeze',
  reasons: ['incident.reasonStrange', 'incident.reasonBooks', 'incident.reasonAccess'],
  danger: true,
  // The server asks for one within a day after a freeze was ended.
  input: (_, words) => words,
});

const resume = { asksCode: true, confirmPhrase: () => payoutsPhrase } as const;
const asks = { ...resume, submitLabel: 'action.ask', done: 'action.sent' } as const;
const approves = { ...resume, submitLabel: 'action.approve' } as const;
const sheet = sheetsOf<Freeze>();

/** When the books are right again, or when what was found is a false alarm: asked for by one, approved by another. */
const sheets = {
  ask: sheet(operatorApi.useAskUnfreezeMutation, {
    ...asks,
    title: 'incident.goOn',
    consequence: 'incident.goOnText',
    input: (_, words) => words,
  }),
  askFalseAlarm: sheet(operatorApi.useAskUnfreezeMutation, {
    ...asks,
    title: 'incident.falseAlarm',
    consequence: 'incident.falseAlarmText',
    input: ({ found }, words) => ({ ...words, ...(found && { verification: found.verification }) }),
  }),
  approve: sheet(operatorApi.useApproveMutation, {
    ...approves,
    title: 'incident.goOn',
    consequence: 'incident.approveText',
    input: ({ waiting }, words) => ({ id: waiting?.id ?? '', ...words }),
  }),
  approveFalseAlarm: sheet(operatorApi.useApproveMutation, {
    ...approves,
    title: 'incident.falseAlarm',
    consequence: 'incident.falseAlarmApprove',
    input: ({ waiting, found }, words) => ({
      id: waiting?.id ?? '',
      ...words,
      ...(found && { verification: found.verification }),
    }),
  }),
} as const;
