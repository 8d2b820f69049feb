import { type Money, minorOf, money } from '@trellis/api-contract';
import { Notice, Summary } from '@trellis/kit';
import { AmountInput, parseAmountInput } from '@trellis/kit/form';
import { useForm } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { operatorApi, type PoolState } from '../../api.ts';
import { ActionDialog } from '../../frame/ActionDialog.tsx';
import { wrongAmount } from '../../frame/wrong.ts';
import { textKey } from '../../texts/textKey.ts';

interface FundSheetProps {
  readonly pool: PoolState;
  readonly direction: 'in' | 'out';
  readonly onClose: () => void;
}

/** Asks for USD to be put into a pool or taken out of it, with what it would hold then; another treasurer approves. */
export function FundSheet({ pool: { pool, free, waiting }, direction, onClose }: FundSheetProps) {
  const { t } = useTranslation('operator');
  const [ask] = operatorApi.useAskPoolFundingMutation();
  const form = useForm(['amount'], { 'money.amount_format': 'amount' }, (value) => {
    const reading = parseAmountInput(value('amount'), 'USD');
    const isTooMuch = direction === 'out' && reading.kind === 'ok' && reading.minor > minorOf(free);
    return { amount: wrongAmount(value('amount'), 'USD') || (isTooMuch && 'money.insufficient_balance') };
  });
  const reading = parseAmountInput(form.value('amount'), 'USD');
  const isIn = direction === 'in';
  return (
    <ActionDialog
      title={t(isIn ? 'solvency.fundTitle' : 'solvency.defundTitle', { pool: t(textKey('solvency.pool', pool)) })}
      consequence={t(isIn ? 'solvency.fundText' : 'solvency.defundText')}
      submitLabel={t('action.ask')}
      asksCode
      done={t('action.sent')}
      fields={{ fields: ['amount'], ...form }}
      onClose={onClose}
      run={(words) =>
        ask({ pool, direction, amount: reading.kind === 'ok' ? reading.money.amount : form.value('amount'), ...words })
      }
    >
      {waiting && <Notice tone="warning" title={t('solvency.replaces')} />}
      <AmountInput
        label={t('solvency.amount')}
        unit="USD"
        {...(!isIn && { available: free })}
        {...form.input('amount')}
      />
      {reading.kind === 'ok' && (
        <Summary
          rows={[
            { label: t('solvency.freeNow'), value: free },
            { label: t('solvency.freeThen'), value: after(free, isIn ? reading.minor : -reading.minor) },
          ]}
        />
      )}
    </ActionDialog>
  );
}

const after = (free: Money, change: bigint): Money => money(minorOf(free) + change, 'USD');
