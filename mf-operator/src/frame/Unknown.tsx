import { Card, Empty, LinkButton } from '@trellis/kit';
import { type CallError, failureOf } from '@trellis/shell-sdk';
import { homeIcon } from '../icons.ts';
import { placeOf } from './places.ts';

/** Whether a call failed because there is nothing of that name, rather than because it could not be read. */
export function isUnknown(error: CallError | undefined): boolean {
  const failure = error && failureOf(error);
  return failure?.kind === 'problem' && [400, 404].includes(failure.problem.status);
}

/** In the place of what an address names and there is not, with the way to what there is. */
export function Unknown({ text, to, way }: { text: string; to: string; way: string }) {
  return (
    <Card>
      <Empty
        icon={placeOf(to)?.icon ?? homeIcon}
        text={text}
        action={
          <LinkButton to={to} kind="quiet" size="small">
            {way}
          </LinkButton>
        }
      />
    </Card>
  );
}
