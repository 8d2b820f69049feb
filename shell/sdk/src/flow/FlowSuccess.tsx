import { Card, Summary } from '@trellis/kit';
import { Closing, Done } from '@trellis/kit/form';
import { useTranslation } from 'react-i18next';
import type { Success } from './shown.ts';

/** The receipt, and a countdown that any reader can stop. */
export function FlowSuccess({ money, text, rows, fee, closeTo }: Success & { closeTo: string }) {
  const { t } = useTranslation('kit');
  return (
    <>
      <Done title={t('flow.success')} money={money} text={text} />
      <Card label={t('flow.receipt')}>
        <Summary rows={[{ label: t('flow.fee'), value: fee }, ...rows]} />
      </Card>
      <Closing to={closeTo} />
    </>
  );
}
