import { Card, ExactAmounts, moneyText, Summary } from '@trellis/kit';
import { Closing, Done } from '@trellis/kit/form';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import * as styles from './FlowSuccess.module.css';
import { ShareReceipt } from './ShareReceipt.tsx';
import type { Success } from './shown.ts';

/** The receipt, and a countdown that any reader can stop. */
export function FlowSuccess({ headline, amount, fee, received, text, rows, closeTo }: Success & { closeTo: string }) {
  const { t } = useTranslation('kit');
  const shown = useRef<HTMLDivElement>(null);
  return (
    <div className={styles.success} ref={shown}>
      <Done title={t('flow.success')} headline={headline} money={received} text={text} />
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
        amount={moneyText(received)}
        receipt={shown}
      />
      <Closing to={closeTo} />
    </div>
  );
}
