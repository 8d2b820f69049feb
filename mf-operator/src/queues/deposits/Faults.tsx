import { Filters, Hint, Row, Rows, TextLink } from '@trellis/kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Fault, operatorApi } from '../../api.ts';
import { useActorName } from '../../frame/Actor.tsx';
import { ConsoleList } from '../../frame/ConsoleList.tsx';
import { Moment } from '../../frame/Moment.tsx';
import { useMay } from '../../frame/useMay.ts';
import { depositsIcon } from '../../icons.ts';
import { textKey } from '../../texts/textKey.ts';
import { FaultClosingSheet, LookAgainSheet } from './depositSheets.tsx';

/** What chain readers could not record: looked at again at one treasurer's word, closed as no deposit by two. */
export function Faults() {
  const { t } = useTranslation('operator');
  const [state, setState] = useState<'open' | 'closed'>('open');
  const [open, setOpen] = useState<{ sheet: typeof LookAgainSheet; fault: Fault }>();
  const query = operatorApi.useListChainFaultsInfiniteQuery({ state });
  return (
    <>
      <ConsoleList
        query={query}
        rowsOf={({ faults }) => faults}
        keyOf={({ id }) => id}
        search={{ state }}
        empty={{ icon: depositsIcon, text: t(state === 'open' ? 'faults.empty' : 'faults.emptyClosed') }}
        filters={
          <>
            <Filters
              label={t('faults.which')}
              value={state}
              onChange={setState}
              options={[
                { value: 'open', label: t('faults.open') },
                { value: 'closed', label: t('faults.closed') },
              ]}
            />
            <Hint>{t(state === 'open' ? 'faults.hint' : 'faults.hintClosed')}</Hint>
          </>
        }
      >
        {(faults) => (
          <Rows label={t('faults.view')}>
            {faults.map((fault) => (
              <FaultRow
                key={fault.id}
                fault={fault}
                onLook={() => setOpen({ sheet: LookAgainSheet, fault })}
                onClose={() => setOpen({ sheet: FaultClosingSheet, fault })}
              />
            ))}
          </Rows>
        )}
      </ConsoleList>
      {open && <open.sheet subject={open.fault} onClose={() => setOpen(undefined)} />}
    </>
  );
}

interface FaultRowProps {
  readonly fault: Fault;
  readonly onLook: () => void;
  readonly onClose: () => void;
}

/** Where it stands on its chain, and what it waits for. */
function FaultRow({ fault, onLook, onClose }: FaultRowProps) {
  const { t } = useTranslation('operator');
  const mayDecide = useMay('treasury');
  const { chain, block, transaction, at, lookAskedBy, finding, closingAskedBy, closedAt } = fault;
  const isOpen = closedAt === null && mayDecide;
  return (
    <Row
      title={t('faults.title', { chain, block })}
      detail={
        <>
          <Moment at={at} /> ·{' '}
          <span translate="no" title={transaction}>
            {transaction.slice(0, 10)}…
          </span>
        </>
      }
      end={
        isOpen && (
          <>
            {lookAskedBy === null && <TextLink onClick={onLook}>{t('faults.look')}</TextLink>}
            {lookAskedBy === null && finding !== null && closingAskedBy === null && (
              <TextLink onClick={onClose}>{t('faults.close')}</TextLink>
            )}
          </>
        )
      }
      endDetail={<Standing fault={fault} />}
    />
  );
}

function Standing({ fault }: { fault: Fault }) {
  const { t } = useTranslation('operator');
  const actorName = useActorName();
  const { lookAskedBy, finding, closingAskedBy, closedBy, username } = fault;
  if (username !== null) return <TextLink to={`/members/${username}`}>{t('faults.ofMember', { username })}</TextLink>;
  if (closedBy !== null) return t('faults.noDeposit', { by: actorName(closedBy) });
  if (lookAskedBy !== null) return t('faults.waitsForLook', { by: actorName(lookAskedBy) });
  if (closingAskedBy !== null) return t('faults.closingAsked', { by: actorName(closingAskedBy) });
  return t(finding === null ? 'faults.notLooked' : textKey('faults.finding', finding));
}
