import { type Money, minorOf, wireAmount } from '@trellis/api-contract';
import { amountText, Button, Buttons } from '@trellis/kit';

interface AmountStepsProps {
  readonly value: Money;
  readonly bounds: { readonly minimum: Money; readonly maximum: Money };
  readonly step: Money;
  /** Gets the amount as it would be typed. */
  readonly onChoose: (text: string) => void;
}

/** Steps down and up from an amount, as far as it may go. */
export function AmountSteps({ value, bounds, step, onChoose }: AmountStepsProps) {
  const one = minorOf(step);
  const steps = [-one, one, one * 10n, one * 100n];
  const textOf = (minor: bigint): string => amountText(wireAmount(minor, 'USD')).replace(/\.00$/, '');
  return (
    <Buttons>
      {steps.map((by) => {
        const to = minorOf(value) + by;
        const fits = to >= minorOf(bounds.minimum) && to <= minorOf(bounds.maximum);
        return (
          <Button key={by.toString()} kind="quiet" size="small" disabled={!fits} onClick={() => onChoose(textOf(to))}>
            {by < 0n ? `−${textOf(-by)}` : `+${textOf(by)}`}
          </Button>
        );
      })}
    </Buttons>
  );
}
