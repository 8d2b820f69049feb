import { minorOf, money } from '@trellis/api-contract';
import { Card, Hero, NotOpenYet, Pane, SkeletonCard, Summary } from '@trellis/kit';
import { Loaded } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { teamApi } from '../api.ts';
import { focusOf, type TeamNode } from '../chart/treeWindow.ts';
import { InvitePanel } from '../invite/InvitePanel.tsx';
import * as styles from './Performance.module.css';

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
                <>
                  <Hero centred label={t('performance.total')} money={totalSales(own)}>
                    {stamp}
                  </Hero>
                  <Card title={t('performance.sales')}>
                    <Split of={own} />
                    <Summary
                      rows={[
                        { label: t('performance.leftSales'), value: own.sales.left, tone: 'primary' },
                        { label: t('performance.rightSales'), value: own.sales.right, tone: 'locked' },
                        { label: t('performance.leftPeople'), value: String(own.people.left) },
                        { label: t('performance.rightPeople'), value: String(own.people.right) },
                      ]}
                    />
                  </Card>
                </>
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

/** How the two sides stand to each other; the rows below say it in figures. */
function Split({ of: { sales } }: { of: TeamNode }) {
  const whole = (side: TeamNode['sales']['left']) => Number(side.amount);
  return (
    <span className={styles.split} aria-hidden="true">
      <span data-tone="primary" style={{ '--share': whole(sales.left) }} />
      <span data-tone="locked" style={{ '--share': whole(sales.right) }} />
    </span>
  );
}

/** Total performance: left and right, the member's own purchases not counted. */
function totalSales({ sales }: TeamNode) {
  return money(minorOf(sales.left) + minorOf(sales.right), sales.left.unit);
}
