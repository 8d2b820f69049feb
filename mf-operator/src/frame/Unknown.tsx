import { Card, Empty, LinkButton } from '@trellis/kit';
import { type CallError, failureOf } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { homeIcon } from '../icons.ts';
import { placeOf } from './places.ts';

/** Whether a call failed because there is nothing of that name, rather than because it could not be read. */
export function isUnknown(error: CallError | undefined): boolean {
  const failure = error && failureOf(error);
  return failure?.kind === 'problem' && [400, 404].includes(failure.problem.status);
}

/** In the place of what an address names and there is not, with the way to what there is. */
export function Unknown({ text, to }: { text: string; to: string }) {
  return (
    <Card>
      <Empty icon={placeOf(to)?.icon ?? homeIcon} text={text} action={<ToPlace to={to} />} />
    </Card>
  );
}

/** The way to a place of the console, by its name. */
export function ToPlace({ to }: { to: string }) {
  const { t } = useTranslation('operator');
  return (
    <LinkButton to={to} kind="quiet" size="small">
      {t(placeOf(to)?.text ?? 'place.home')}
    </LinkButton>
  );
}
