import { maturityOptionTexts, maturityReasonTexts, type StakeEventKind } from '@trellis/api-contract';
import { Amount, Row, Rows, Section, useDates } from '@trellis/kit';
import { useLanguage } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import type { StakeHistory } from './api.ts';

const eventTexts = {
  started: 'stake.event.started',
  chosen: 'stake.event.chosen',
  unchosen: 'stake.event.unchosen',
  unlocked: 'stake.event.unlocked',
  renewed: 'stake.event.renewed',
  profit_paid: 'stake.event.profitPaid',
  profit_applied: 'stake.event.profitApplied',
  applied: 'stake.event.applied',
  paid: 'stake.event.paid',
  returned: 'stake.event.returned',
  ended: 'stake.event.ended',
} as const satisfies Record<StakeEventKind, string>;

/** What happened to a contract, the latest first, and why. */
export function StakeEvents({ events }: Pick<StakeHistory, 'events'>) {
  const { t } = useTranslation('wallet');
  const [language] = useLanguage();
  const { dateTime } = useDates();
  return (
    <Section title={t('stake.events')}>
      <Rows label={t('stake.events')}>
        {events.map(({ kind, at, option, reason, amount }, index) => (
          <Row
            key={index}
            title={t(eventTexts[kind])}
            detail={
              <>
                {dateTime(at)}
                {kind === 'chosen' && option !== null && (
                  <>
                    <br />
                    {maturityOptionTexts[option][language]}
                  </>
                )}
                {reason !== null && (
                  <>
                    <br />
                    {maturityReasonTexts[reason][language]}
                  </>
                )}
              </>
            }
            end={amount !== null && <Amount money={amount} />}
          />
        ))}
      </Rows>
    </Section>
  );
}
