import { operatorIdleSeconds } from '@trellis/api-contract/operator';
import { Icon, Mark, ShellPartsContext, Unseen } from '@trellis/kit';
import { sessionUse, useOperator } from '@trellis/shell-sdk';
import { Fragment, useContext, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { textKey } from '../texts/textKey.ts';
import { LogOut } from './LogOut.tsx';
import { isAt, type Place, usePlaces } from './places.ts';
import * as styles from './Rail.module.css';
import { useList } from './useList.ts';
import { useMinute } from './useMinute.ts';
import { useRoleName } from './useRoleName.ts';
import type { WorkCount } from './workCounts.ts';

const groups = ['money', 'people', 'terms', 'platform'] as const;

interface RailProps {
  readonly pathname: string;
  /** What waits for the operator, by place. */
  readonly counts: ReadonlyMap<string, WorkCount>;
}

/** Every place of the console in groups, with what waits there; at its foot the brakes, who is logged in and the way out. */
export function Rail({ pathname, counts }: RailProps) {
  const { t } = useTranslation('operator');
  const { productName } = useContext(ShellPartsContext);
  const places = usePlaces();
  const linkTo = (place: Place) => (
    <PlaceLink key={place.to} place={place} isCurrent={isAt(place.to, pathname)} work={counts.get(place.to)} />
  );
  return (
    <div className={styles.rail}>
      <nav data-testid="places" className={styles.places} aria-label={t('place.all')}>
        <p className={styles.brand} translate="no">
          <Mark />
          {productName}
        </p>
        {places.filter(({ to }) => to === '/').map(linkTo)}
        {groups.map((group) => {
          const own = places.filter((place) => place.group === group);
          if (own.length === 0) return null;
          return (
            <Fragment key={group}>
              <p className={styles.group}>{t(textKey('place.group', group))}</p>
              {own.map(linkTo)}
            </Fragment>
          );
        })}
        {places
          .filter(({ to }) => to === '/incident')
          .map(({ to, text }) => (
            <Link key={to} to={to} className={styles.incident} aria-current={isAt(to, pathname) ? 'page' : undefined}>
              {t(text)}
            </Link>
          ))}
      </nav>
      <LoggedIn />
    </div>
  );
}

interface PlaceLinkProps {
  readonly place: Place;
  readonly isCurrent: boolean;
  readonly work: WorkCount | undefined;
}

function PlaceLink({ place: { to, text, icon }, isCurrent, work }: PlaceLinkProps) {
  const { t } = useTranslation('operator');
  return (
    <Link to={to} aria-current={isCurrent ? 'page' : undefined}>
      <Icon icon={icon} />
      <span>{t(text)}</span>
      {work && <b data-due={work.isDue || undefined}>{work.count}</b>}
    </Link>
  );
}

/** Who is logged in, as what, for how long without another call of this page, and the way out. */
function LoggedIn() {
  const { t } = useTranslation('operator');
  const operator = useOperator();
  const list = useList();
  const roleName = useRoleName();
  const minutes = useMinutesLeft();
  if (!operator) return null;
  return (
    <section className={styles.who} aria-label={list([operator.name, ...operator.roles.map(roleName)])}>
      <div className={styles.name}>
        <strong translate="no">{operator.name}</strong>
        <small title={t('idle.ends', { count: minutes })}>
          <Unseen>{t('idle.ends', { count: minutes })}</Unseen>
          <span aria-hidden="true">{t('idle.left', { minutes })}</span>
        </small>
      </div>
      <small>{list(operator.roles.map(roleName))}</small>
      <LogOut size="small" />
    </section>
  );
}

/** In whole minutes; another page of the same session may have prolonged it, so it ends no earlier. */
function useMinutesLeft(): number {
  useMinute();
  const usedAt = useSyncExternalStore(sessionUse.subscribe, sessionUse.lastAt);
  return Math.max(0, Math.floor((usedAt + operatorIdleSeconds * 1_000 - Date.now()) / 60_000));
}
