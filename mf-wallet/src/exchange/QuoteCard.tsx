import { Button, Card, Hint, Notice, rateText, Skeleton, Stack, Summary, Unseen } from '@trellis/kit';
import { useErrorText } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import * as styles from './QuoteCard.module.css';
import { Ring } from './Ring.tsx';
import type { Quote, QuoteState } from './useQuote.ts';

/** The rate that is promised, for how long, and what it comes to. Renewed by a press, never by itself. */
export function QuoteCard({ state, onAsk }: { state: QuoteState; onAsk: () => void }) {
  const { t } = useTranslation('wallet');
  return (
    <>
      {/* Read once when a rate is there and once when it is over, not at every second. */}
      <Unseen live>
        {state.kind === 'live' && t('exchange.announced', { seconds: state.quote.validSeconds })}
        {state.kind === 'over' && t('state.of', { unit: t('exchange.quote'), state: t('exchange.overShort') })}
      </Unseen>
      <Content state={state} onAsk={onAsk} />
    </>
  );
}

function Content({ state, onAsk }: { state: QuoteState; onAsk: () => void }) {
  const { t } = useTranslation('wallet');
  const errorText = useErrorText();
  switch (state.kind) {
    case 'none':
      return null;
    case 'refused':
      return (
        <Notice
          tone="warning"
          title={errorText(state.error)}
          action={
            <Button kind="quiet" size="small" icon="retry" onClick={onAsk}>
              {t('exchange.getQuote')}
            </Button>
          }
        >
          {t('exchange.nothingMoved')}
        </Notice>
      );
    case 'asking':
      return (
        <Card label={t('exchange.quote')} busy>
          <Skeleton />
        </Card>
      );
    case 'over':
      return (
        <Card label={t('exchange.quote')}>
          <Stack>
            <h2>{rateOf(state.quote)}</h2>
            <Hint>{t('exchange.over')}</Hint>
          </Stack>
        </Card>
      );
    case 'live':
      return (
        <Card label={t('exchange.quote')}>
          <div className={styles.head}>
            <Ring left={state.secondsLeft} seconds={state.quote.validSeconds} />
            <Stack>
              <h2>{rateOf(state.quote)}</h2>
              <Hint>{t('exchange.heldFor', { left: state.secondsLeft })}</Hint>
            </Stack>
          </div>
          <Summary
            total
            rows={[
              { label: t('exchange.amount'), value: state.quote.given },
              { label: t('exchange.fee', { percent: state.quote.feePercent }), value: state.quote.fee },
              { label: t('exchange.received'), value: state.quote.credit },
            ]}
          />
        </Card>
      );
  }
}

const rateOf = ({ rate, given, credit }: Quote): string => rateText(given.unit, rate, credit.unit);
