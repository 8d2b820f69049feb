import { type MemberAction, type Money, memberContract, minorOf, type Output } from '@trellis/api-contract';
import { Button, Hint, LinkButton, Notice, Sheet, useDates } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { type ApiFailure, failureOf } from '../api/failure.ts';
import { injectContract } from '../api/injectContract.ts';
import { type ErrorSource, useErrorText } from '../api/useErrorText.ts';

const { useGetSecurityQuery } = injectContract(memberContract, ['getSecurity']);

export type Demand = Output<'getSecurity'>['actions'][MemberAction];

/** What an action asks of the member now; `undefined` as long as it is not known. Then the server's refusal says. */
export function useDemand(action: MemberAction | undefined): Demand | undefined {
  const { data } = useGetSecurityQuery({}, { skip: action === undefined });
  return action && data?.actions[action];
}

/** Whether a code goes with this amount. */
export function asksCode(demand: Demand | undefined, amount: Money): boolean {
  if (demand === undefined || demand.factor === 'none') return false;
  return demand.above === undefined || minorOf(amount) > minorOf(demand.above);
}

/** What keeps the member from an action altogether. */
export type Obstacle = { readonly kind: 'bindFirst' } | { readonly kind: 'locked'; readonly until: string };

export function obstacleOf(demand: Demand | undefined): Obstacle | undefined {
  if (demand?.bindFirst) return { kind: 'bindFirst' };
  return demand?.lockedUntil ? { kind: 'locked', until: demand.lockedUntil } : undefined;
}

/** The same, as a refusal reports it: what was known before may be old. */
export function obstacleIn(failure: ApiFailure): Obstacle | undefined {
  if (failure.kind === 'network') return undefined;
  const { code, params } = failure.problem;
  if (code === 'twofactor.required') return { kind: 'bindFirst' };
  return code === 'member.security_lock' ? { kind: 'locked', until: String(params?.until ?? '') } : undefined;
}

/** What is wrong with the code, where a refusal is about it alone: the act may be sent again with another. */
export function codeIssueIn(failure: ApiFailure | undefined): ErrorSource | undefined {
  const cause = failure && failureOf(failure);
  if (cause?.kind !== 'problem') return undefined;
  const { code, fields = [] } = cause.problem;
  const [first] = fields;
  if (first && fields.every(({ path }) => path === 'code')) return first;
  return code === 'twofactor.incorrect' ? code : undefined;
}

const bindingFor = (path: string): string => `/account/googleAuth?next=${encodeURIComponent(path)}`;

/** Says before the form what its end will be refused for, so that nobody fills it in for nothing. */
export function ObstacleNotice({ obstacle }: { obstacle: Obstacle | undefined }) {
  const { t } = useTranslation('kit');
  const errorText = useErrorText();
  const { dateTime } = useDates();
  const { pathname, search } = useLocation();
  if (obstacle === undefined) return null;
  if (obstacle.kind === 'bindFirst') {
    const bind = (
      <LinkButton size="small" to={bindingFor(pathname + search)}>
        {t('guard.bind')}
      </LinkButton>
    );
    return <Notice tone="warning" title={errorText('twofactor.required')} action={bind} />;
  }
  const params = { until: dateTime(obstacle.until) };
  return (
    <Notice tone="warning" title={errorText({ path: '', code: 'member.security_lock', params })}>
      {t('guard.lockText')}
    </Notice>
  );
}

/** Says what is in the way, and leads where it can be changed; the entries are still there afterwards. */
export function ObstacleSheet({ obstacle, onClose }: { obstacle: Obstacle; onClose: () => void }) {
  const { t } = useTranslation('kit');
  const errorText = useErrorText();
  const { dateTime } = useDates();
  const { pathname, search } = useLocation();
  if (obstacle.kind === 'bindFirst')
    return (
      <Sheet title={errorText('twofactor.required')} onClose={onClose}>
        <Hint>{t('guard.bindText')}</Hint>
        <LinkButton to={bindingFor(pathname + search)}>{t('guard.bind')}</LinkButton>
        <Button kind="quiet" onClick={onClose}>
          {t('guard.notNow')}
        </Button>
      </Sheet>
    );
  const params = { until: dateTime(obstacle.until) };
  return (
    <Sheet title={errorText({ path: '', code: 'member.security_lock', params })} onClose={onClose}>
      <Hint>{t('guard.lockText')}</Hint>
      <Button kind="quiet" onClick={onClose}>
        {t('sheet.close')}
      </Button>
    </Sheet>
  );
}
