import { Card, Hint, Section } from '@trellis/kit';
import { FigureTable, StepChart } from '@trellis/kit/chart';
import { useState } from 'react';

const values = [0n, 0n, 400n, 400n, 1_200n, 900n, 900n, 1_500n];

/** A picture of figures that go up and down, one of nothing, and the table of the first. */
export function Charts() {
  const [pointed, setPointed] = useState<number>();
  return (
    <Section title="Charts">
      <Card>
        <Hint>{pointed === undefined ? 'Point at it' : `Number ${pointed + 1}: ${values[pointed]}`}</Hint>
        <StepChart
          label="From 0 to 1,500"
          values={values}
          ends={['1 Mar 2026', 'Now']}
          pointed={pointed}
          onPoint={setPointed}
        />
        <StepChart
          label="Nothing"
          values={[0n, 0n]}
          ends={['1 Mar 2026', 'Now']}
          pointed={undefined}
          onPoint={() => undefined}
        />
        <FigureTable
          caption="The same as a table"
          head={['Time', 'Amount']}
          rows={values.map((value, index) => ({
            key: String(index),
            name: `${index + 1} Mar 2026`,
            value: String(value),
          }))}
        />
      </Card>
    </Section>
  );
}
