import { Hint, Section, SkeletonRows } from '@trellis/kit';
import { Loaded } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { operatorApi } from '../../api.ts';
import { Console } from '../../frame/Console.tsx';
import { Updated } from '../../frame/Updated.tsx';
import { useMay } from '../../frame/useMay.ts';
import { PairTable } from './PairTable.tsx';
import { RateHistory } from './RateHistory.tsx';

/** `/rates`: what each asset is worth, what comes and what waits for a second person; nothing that held is ever changed. */
export function Component() {
  const { t } = useTranslation('operator');
  return (
    <Console screen="rates" title={t('rates.title')} text={t('rates.text')}>
      <Pairs />
    </Console>
  );
}

function Pairs() {
  const { t } = useTranslation('operator');
  const maySet = useMay('treasury');
  const query = operatorApi.useListRatesQuery({});
  return (
    <>
      <Loaded query={query} waiting={<SkeletonRows count={4} />}>
        {({ pairs }, stamp) => (
          <>
            <Updated stamp={stamp} />
            {!maySet && <Hint>{t('rates.notSet')}</Hint>}
            <PairTable pairs={pairs} may={maySet} />
          </>
        )}
      </Loaded>
      <Section title={t('rates.history')}>
        <RateHistory />
      </Section>
    </>
  );
}
