import { money, parseAmount } from '@trellis/api-contract';
import { Card, Hero, NotOpenYet, Pane, SkeletonCard, Summary } from '@trellis/kit';
import { Loaded } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { teamApi } from '../api.ts';
import { focusOf, type TeamNode } from '../chart/treeWindow.ts';
import { InvitePanel } from '../invite/InvitePanel.tsx';

/** The sales and people that are known today; bonuses come when packages can be bought. */
export function Performance() {
  const { t } = useTranslation('team');
  const query = teamApi.useGetTeamWindowQuery({});
  return (
    <>
      <Pane>
        <Loaded query={query} waiting={<SkeletonCard hero />}>
          {(window, stamp) => {
            const own = focusOf(window);
            return (
              own && (
                <Card label={t('performance.sales')}>
                  <Hero label={t('performance.total')} money={totalSales(own)}>
                    {stamp}
                  </Hero>
                  <Summary
                    rows={[
                      { label: t('performance.leftSales'), value: own.sales.left, tone: 'primary' },
                      { label: t('performance.rightSales'), value: own.sales.right, tone: 'locked' },
                      { label: t('performance.leftPeople'), value: String(own.people.left) },
                      { label: t('performance.rightPeople'), value: String(own.people.right) },
                    ]}
                  />
                </Card>
              )
            );
          }}
        </Loaded>
      </Pane>
      <Pane>
        <Card title={t('invite.title')}>
          <InvitePanel startSide="left" />
        </Card>
        <NotOpenYet text={t('performance.notOpen')} to="/team" linkText={t('performance.back')} />
      </Pane>
    </>
  );
}

/** Total performance: left and right, the member's own purchases not counted. */
function totalSales({ sales }: TeamNode) {
  const minor = ({ amount, unit }: TeamNode['sales']['left']) => parseAmount(amount, unit) ?? 0n;
  return money(minor(sales.left) + minor(sales.right), sales.left.unit);
}
