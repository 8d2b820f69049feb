import type { OutputOf } from '@trellis/api-contract';
import { Notice, Row, Rows, useDates } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import { approvalsIcon, depositsIcon, inquiriesIcon, withdrawalsIcon } from '../icons.ts';

export type Overview = OutputOf<'operator', 'getOverview'>;
type Kind = Overview['work'][number]['kind'];

const work = {
  review: { to: '/withdrawals?view=review', title: 'home.review', at: 'home.until', icon: withdrawalsIcon },
  pay: { to: '/withdrawals?view=approved', title: 'home.pay', at: 'home.until', icon: withdrawalsIcon },
  faults: { to: '/deposits?state=faults', title: 'home.faults', at: 'home.since', icon: depositsIcon },
  inquiries: { to: '/inquiries', title: 'home.inquiries', at: 'home.since', icon: inquiriesIcon },
  approvals: { to: '/approvals', title: 'home.approvals', at: 'home.until', icon: approvalsIcon },
} as const satisfies Record<Kind, object>;

/** What waits for the operator, each with its deadline; nothing here acts. */
export function WorkRows({ of }: { of: Overview }) {
  const { t } = useTranslation('operator');
  const { dateTime } = useDates();
  if (of.work.length === 0) return <Notice tone="positive" icon={approvalsIcon} title={t('home.nothing')} />;
  return (
    <Rows label={t('home.work')}>
      {of.work.map(({ kind, count, at }) => {
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
