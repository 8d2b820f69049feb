import { Amount, NotOpenYet, Pane, Row, Rows, Screen, Section, SkeletonRows } from '@trellis/kit';
import { Loaded } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { walletApi } from '../api.ts';
import { totalsByState } from '../balances/byState.ts';

interface NotOpenScreenProps {
  readonly title: string;
  readonly text: string;
  readonly back?: string;
}

/** A money flow that is not open yet: it says so, and shows the balance that it will work on. */
export function NotOpenScreen({ title, text, back = '/wallet' }: NotOpenScreenProps) {
  const { t } = useTranslation('wallet');
  const balances = walletApi.useGetBalancesQuery({});
  return (
    <Screen title={title} back={back} layout="panes">
      <Pane>
        <NotOpenYet text={text} to="/wallet" linkText={t('notOpen.back')} />
      </Pane>
      <Pane>
        <Loaded query={balances} waiting={<SkeletonRows />}>
          {(data, stamp) => (
            <Section title={t('state.available')} action={stamp}>
              <Rows label={t('state.available')}>
                {totalsByState(data)
                  .filter(({ kind }) => kind === 'available')
                  .map(({ money }) => (
                    <Row key={money.unit} unit={money.unit} title={money.unit} end={<Amount money={money} />} />
                  ))}
              </Rows>
            </Section>
          )}
        </Loaded>
      </Pane>
    </Screen>
  );
}
