import { Button, Buttons, Card, Hint, Section, SkeletonCard, Summary, useDates } from '@trellis/kit';
import { Loaded, useOperator } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { type ListedOperator, type OperatorDetails, operatorApi } from '../../api.ts';
import { Console } from '../../frame/Console.tsx';
import { isUnknown, Unknown } from '../../frame/Unknown.tsx';
import { useList } from '../../frame/useList.ts';
import { useMay } from '../../frame/useMay.ts';
import { useRoleName } from '../../frame/useRoleName.ts';
import { WaitingOperators } from '../../queues/approvals/WaitingCards.tsx';
import { hasApprover } from './approvers.ts';
import { StateChip } from './OperatorRows.tsx';
import { operatorSheets } from './operatorSheets.tsx';
import { SessionList } from './SessionList.tsx';

/** `/operators/:name`: one operator, their sessions, and what an admin does with them. */
export function Component() {
  const { t } = useTranslation('operator');
  const { name = '' } = useParams();
  return (
    <Console screen="colleague" title={t('operators.one')} back="/operators">
      <Read name={name} />
    </Console>
  );
}

function Read({ name }: { name: string }) {
  const { t } = useTranslation('operator');
  const query = operatorApi.useGetOperatorQuery({ name });
  if (isUnknown(query.error)) return <Unknown text={t('operators.unknown')} to="/operators" />;
  return (
    <Loaded query={query} waiting={<SkeletonCard />}>
      {(details) => <OperatorPage details={details} />}
    </Loaded>
  );
}

/** One operator: what they may, since when, what hangs on them, and where they are logged in. */
function OperatorPage({ details: { operator, ...details } }: { details: OperatorDetails }) {
  const { t } = useTranslation('operator');
  const { dateTime } = useDates();
  const roleName = useRoleName();
  const list = useList();
  const isOwn = useOperator()?.name === operator.name;
  // Among one's own is the one that looks.
  const own = operatorApi.useGetOwnSessionsQuery({}, { skip: !isOwn });
  const sessions = own.data?.sessions ?? details.sessions;
  const at = (time: string | null) => (time === null ? t('operators.never') : dateTime(time));
  return (
    <>
      <Card title={operator.name} action={<StateChip operator={operator} />}>
        <Summary
          rows={[
            { label: t('operators.roles'), value: list(operator.roles.map(roleName)) },
            ...(operator.newUntil === null
              ? []
              : [
                  {
                    label: t('operators.newUntil'),
                    value: `${dateTime(operator.newUntil)} (${list(operator.newRoles.map(roleName))})`,
                  },
                ]),
            { label: t('operators.since'), value: dateTime(operator.createdAt) },
            { label: t('operators.enrolled'), value: at(operator.enrolledAt) },
            ...(operator.linkUntil === null
              ? []
              : [{ label: t('operators.linkUntil'), value: dateTime(operator.linkUntil) }]),
            { label: t('operators.lastSeen'), value: at(operator.lastSeenAt) },
            ...(operator.suspendedAt === null
              ? []
              : [{ label: t('operators.suspendedAt'), value: dateTime(operator.suspendedAt) }]),
            { label: t('operators.asked'), value: String(operator.asked) },
            { label: t('operators.approvals'), value: String(operator.approvals) },
            {
              label: t('operators.members'),
              value:
                operator.members.length === 0 ? (
                  t('operators.noMembers')
                ) : (
                  <span translate="no">{list(operator.members)}</span>
                ),
            },
          ]}
        />
      </Card>
      <Actions operator={operator} />
      <Section title={t('operators.sessions')}>
        <Card>
          {sessions.length === 0 ? <Hint>{t('operators.noSessions')}</Hint> : <SessionList sessions={sessions} />}
        </Card>
      </Section>
    </>
  );
}

/** What an admin does with another; nobody changes or suspends themself. */
function Actions({ operator }: { operator: ListedOperator }) {
  const { t } = useTranslation('operator');
  const may = useMay('operators');
  const me = useOperator()?.name;
  const { data } = operatorApi.useListOperatorsQuery({});
  const [open, setOpen] = useState<keyof typeof operatorSheets>();
  const Open = open && operatorSheets[open];
  if (!may) return <Hint>{t('operators.notYoursToChange')}</Hint>;
  const isOwn = operator.name === me;
  const isThere = operator.suspendedAt === null;
  const mayAsk = data !== undefined && hasApprover(data.operators, me, operator.name);
  const button = (sheet: keyof typeof operatorSheets, text: string, kind: 'danger' | 'quiet' = 'quiet') => (
    <Button kind={kind} onClick={() => setOpen(sheet)}>
      {text}
    </Button>
  );
  return (
    <>
      {isOwn && <Hint>{t('operators.yourself')}</Hint>}
      {!isOwn && isThere && data !== undefined && !mayAsk && <Hint>{t('operators.noSecond')}</Hint>}
      {!isThere && data !== undefined && !mayAsk && <Hint>{t('operators.wayBack', { name: operator.name })}</Hint>}
      <WaitingOperators operator={operator.name} />
      <Buttons>
        {!isOwn && isThere && mayAsk && button('roles', t('operators.changeRoles'))}
        {!isOwn && !isThere && mayAsk && button('restore', t('operators.restore'))}
        {operator.sessions > 0 && button('sessions', t('operators.end'))}
        {!isOwn && isThere && button('suspend', t('operators.suspend'), 'danger')}
      </Buttons>
      {Open && <Open subject={operator} onClose={() => setOpen(undefined)} />}
    </>
  );
}
