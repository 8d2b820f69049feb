import { Hint, Notice, Summary } from '@trellis/kit';
import { AmountInput, parseAmountInput, TextInput } from '@trellis/kit/form';
import { useForm } from '@trellis/shell-sdk';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorApi, type Pair, type Rate } from '../../api.ts';
import { ActionDialog } from '../../frame/ActionDialog.tsx';
import { FromInput, momentOf } from '../moments/FromInput.tsx';
import { changeOf, isJump } from './change.ts';
import { rateOf, signedPercent } from './rateTexts.ts';

interface RateSheetProps {
  readonly pair: Pair;
  readonly now: Rate | undefined;
  readonly onClose: () => void;
}

/** Members exchange it at its rate. */
const exchangedBase = 'USDT';

const fields = ['rate', 'source', 'from'] as const;

/** Sets a rate of a pair; one that jumps, or is the first, is asked for and waits for another treasurer. */
export function RateSheet({ pair, now, onClose }: RateSheetProps) {
  const { t } = useTranslation('operator');
  const [set] = operatorApi.useSetRateMutation();
  const waits = useRef(false);
  const form = useForm(fields, {}, (value) => {
    const reading = read(value('rate'));
    return {
      rate:
        reading === undefined
          ? 'money.amount_format'
          : value('rate') === ''
            ? 'field.required'
            : isNone(reading) && 'field.range',
      source: value('source').trim() === '' && 'field.required',
    };
  });
  const { base, quote, jumpPercent } = pair;
  const rate = read(form.value('rate'));
  const change = rate === undefined ? undefined : changeOf(now?.rate, rate);
  const jumps = rate !== undefined && rate !== '' && isJump(now?.rate, rate, jumpPercent);
  const from = momentOf(form.value('from'));
  return (
    <ActionDialog
      title={t('rates.setTitle', { base })}
      consequence={t('rates.setText', { percent: jumpPercent })}
      submitLabel={t(jumps ? 'action.ask' : 'rates.action')}
      asksCode
      done={() => t(waits.current ? 'action.sent' : 'action.done')}
      fields={{ fields, ...form }}
      onClose={onClose}
      run={async (words) => {
        const answer = await set({
          base,
          quote,
          rate: rate ?? form.value('rate'),
          source: form.value('source').trim(),
          ...(from !== undefined && { from }),
          ...words,
        });
        waits.current = answer.data?.state === 'waiting';
        return answer;
      }}
    >
      {now && <Summary rows={[{ label: t('rates.now'), value: rateOf(pair, now.rate) }]} />}
      <AmountInput label={t('rates.value', { base })} unit={quote} {...form.input('rate')} />
      {change !== undefined && <Summary rows={[{ label: t('rates.change'), value: signedPercent(change) }]} />}
      {jumps && <Notice tone="warning" title={t('rates.jumps')} />}
      {!jumps && rate !== undefined && rate !== '' && (
        <Hint>
          {t('rates.alone')}
          {base === exchangedBase && change !== 0 && ` ${t('rates.rests')}`}
        </Hint>
      )}
      <TextInput label={t('rates.source')} maxLength={200} {...form.input('source')} />
      <FromInput {...form.input('from')} />
    </ActionDialog>
  );
}

/** As the API takes it; empty where nothing was typed, `undefined` where it can’t be read. Rates have eight places, as BTC. */
function read(text: string): string | undefined {
  const reading = parseAmountInput(text, 'BTC');
  if (reading.kind === 'empty') return '';
  return reading.kind === 'ok' ? reading.money.amount : undefined;
}

const isNone = (rate: string): boolean => !/[1-9]/.test(rate);
