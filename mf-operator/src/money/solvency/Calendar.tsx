import { minorOf, money, type OutputOf } from '@trellis/api-contract';
import { Amount, More, moneyText, Row, Rows, useDates } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import { Quiet } from '../../frame/Quiet.tsx';
import { solvencyIcon } from '../../icons.ts';

type Day = OutputOf<'operator', 'poolCalendar'>['days'][number];

/** So many days stand there at once; the others can be opened. */
const shown = 7;

/** What falls due, by day: parts of packages that come back and stakes that mature, with the rewards promised for them. */
export function Calendar({ days }: { days: readonly Day[] }) {
  const { t } = useTranslation('operator');
  const due = days.filter((day) => day.package.count > 0 || day.stake.count > 0);
  if (due.length === 0) return <Quiet icon={solvencyIcon} text={t('solvency.nothingDue')} />;
  const [first, rest] = [due.slice(0, shown), due.slice(shown)];
  return (
    <>
      <DueRows days={first} />
      {rest.length > 0 && (
        <More title={t('solvency.laterDays', { count: rest.length })} card>
          <DueRows days={rest} />
        </More>
      )}
    </>
  );
}

function DueRows({ days }: { days: readonly Day[] }) {
  const { t } = useTranslation('operator');
  const { day: dayText } = useDates();
  const rewards = (day: Day) => money(minorOf(day.package.reward) + minorOf(day.stake.reward), 'USD');
  return (
    <Rows label={t('solvency.calendar')}>
      {days.map((day) => (
        <Row
          key={day.day}
          icon={solvencyIcon}
          title={dayText(day.day)}
          detail={[
            day.package.count > 0 &&
              t('solvency.duePackages', { count: day.package.count, amount: moneyText(day.package.value) }),
            day.stake.count > 0 &&
              t('solvency.dueStakes', { count: day.stake.count, amount: moneyText(day.stake.value) }),
          ]
            .filter(Boolean)
            .join(' · ')}
          end={<Amount money={rewards(day)} />}
          endDetail={t('solvency.rewards')}
        />
      ))}
    </Rows>
  );
}
