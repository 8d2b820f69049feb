import { Card, Chip, Hint, moneyText, Notice, Row, Rows, SkeletonRows, useDates } from '@trellis/kit';
import { Loaded, useOperator } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { type Overview, operatorApi } from '../api.ts';
import { Console } from '../frame/Console.tsx';
import * as layout from '../frame/Layout.module.css';
import { LogOut } from '../frame/LogOut.tsx';
import { usePlaces } from '../frame/places.ts';
import { Updated } from '../frame/Updated.tsx';
import { useRoleName } from '../frame/useRoleName.ts';
import { useFrame, usePanel } from '../frame/workspace.ts';
import { approvalsIcon, depositsIcon, inquiriesIcon, withdrawalsIcon } from '../icons.ts';
import { OtherSessions, OwnPassword } from '../people/operators/OwnAccess.tsx';
import { textKey } from '../texts/textKey.ts';
import { Alarms, StatusRows } from './StatusRows.tsx';

/** `/`: what waits for the operator, whether the platform is sound, who they are, and the way out. */
export function Component() {
  const { t } = useTranslation('operator');
  const operator = useOperator();
  const isFrame = useFrame();
  const query = operatorApi.useGetOverviewQuery({});
  if (!operator) return null;
  return (
    <Console screen="home" title={t('home.title')}>
      <OtherSessions />
      <Loaded query={query} waiting={<SkeletonRows count={4} />}>
        {(overview, stamp) => (
          <>
            <Updated stamp={stamp} />
            <Alarms overview={overview} />
            <NextRows overview={overview} />
            <WorkRows overview={overview} />
            <StatusRows overview={overview} />
          </>
        )}
      </Loaded>
      {isFrame ? (
        <div>
          <OwnPassword size="small" />
        </div>
      ) : (
        <PlacesAndSelf />
      )}
    </Console>
  );
}

/** Where no rail has them: every place, who is logged in and the way out. */
function PlacesAndSelf() {
  const { t } = useTranslation('operator');
  const operator = useOperator();
  const roleName = useRoleName();
  const places = usePlaces();
  if (!operator) return null;
  return (
    <>
      <Rows label={t('place.all')}>
        {places
          .filter(({ to }) => to !== '/')
          .map(({ to, text, icon }) => (
            <Row key={to} to={to} icon={icon} title={t(text)} />
          ))}
      </Rows>
      <Card title={operator.name}>
        <Hint>{t('home.roles')}</Hint>
        <ul className={layout.marks}>
          {operator.roles.map((role) => (
            <li key={role}>
              <Chip tone="primary">{roleName(role)}</Chip>
            </li>
          ))}
        </ul>
        <OwnPassword />
        <LogOut />
      </Card>
    </>
  );
}

type Kind = Overview['work'][number]['kind'];

const work = {
  review: { to: '/withdrawals?view=review', title: 'home.review', at: 'home.until', icon: withdrawalsIcon },
  pay: { to: '/withdrawals?view=approved', title: 'home.pay', at: 'home.until', icon: withdrawalsIcon },
  faults: { to: '/deposits?state=faults', title: 'home.faults', at: 'home.since', icon: depositsIcon },
  inquiries: { to: '/inquiries', title: 'home.inquiries', at: 'home.since', icon: inquiriesIcon },
  approvals: { to: '/approvals', title: 'home.approvals', at: 'home.until', icon: approvalsIcon },
} as const satisfies Record<Kind, object>;

/** What can be decided first, by deadline, with what is done there at the end of its row; `N` opens the first. */
function NextRows({ overview: { next = [] } }: { overview: Partial<Pick<Overview, 'next'>> }) {
  const { t } = useTranslation('operator');
  const { dateTime } = useDates();
  const isPanel = usePanel();
  if (next.length === 0) return null;
  return (
    <div data-next>
      <Rows day={t('home.next')}>
        {next.map(({ kind, id, at, amount, action }, place) => (
          <Row
            key={id}
            to={
              kind === 'approvals'
                ? '/approvals'
                : isPanel
                  ? `/withdrawals?view=${views[kind]}&open=${id}`
                  : `/withdrawals/${id}`
            }
            icon={work[kind].icon}
            title={
              amount === null
                ? action !== null && t(textKey('approvals.action', action))
                : t('home.withdrawalOf', { amount: moneyText(amount) })
            }
            detail={t('home.by', { time: dateTime(at) })}
            action={{ label: t(textKey('home.do', kind)), strong: place === 0 }}
          />
        ))}
      </Rows>
    </div>
  );
}

const views = { review: 'review', pay: 'approved' } as const;

/** What waits for the operator, each with its deadline; nothing here acts. */
function WorkRows({ overview }: { overview: Overview }) {
  const { t } = useTranslation('operator');
  const { dateTime } = useDates();
  if (overview.work.length === 0) return <Notice tone="positive" icon={approvalsIcon} title={t('home.nothing')} />;
  return (
    <Rows label={t('home.work')}>
      {overview.work.map(({ kind, count, at }) => {
        const { to, title, at: atText, icon } = work[kind];
        return (
          <Row
            key={kind}
            to={to}
            icon={icon}
            title={t(title)}
            end={String(count)}
            {...(at !== null && { detail: t(atText, { time: dateTime(at) }) })}
          />
        );
      })}
    </Rows>
  );
}
