import { Card, Coin, ExactAmounts, moneyText, Person, Summary } from '@trellis/kit';
import { Closing, Done } from '@trellis/kit/form';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import * as styles from './FlowSuccess.module.css';
import { ShareReceipt } from './ShareReceipt.tsx';
import type { Success } from './shown.ts';

/** The receipt, with the mark that leads its picture, and a countdown that any reader can stop. */
export function FlowSuccess({ closeTo, ...success }: Success & { closeTo: string }) {
  const { headline, amount, fee, received, person, mark, text, rows } = success;
  const { t } = useTranslation('kit');
  const shown = useRef<HTMLDivElement>(null);
  return (
    <div className={styles.success} ref={shown}>
      <Done title={t('flow.success')} headline={headline} money={received} text={text} />
      {/* A stone says what it cost. */}
      <span data-mark data-money={mark !== undefined || undefined} hidden>
        {mark ?? (person !== undefined ? <Person name={person} /> : <Coin unit={received.unit} />)}
      </span>
      <ExactAmounts value={true}>
        <Card label={t('flow.receipt')}>
          <Summary
            rows={[
              { label: t('flow.amount'), value: amount },
              { label: t('flow.fee'), value: fee },
              { label: t('flow.received'), value: received },
              ...rows,
            ]}
          />
        </Card>
      </ExactAmounts>
      <ShareReceipt
        button
        title={headline ?? t('flow.success')}
        plainTitle={t('flow.success')}
        person={person}
        amount={moneyText(received)}
        receipt={shown}
      />
      <Closing to={closeTo} />
    </div>
  );
}
