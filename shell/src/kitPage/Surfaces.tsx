import type { Unit } from '@trellis/api-contract';
import {
  Amount,
  Art,
  Button,
  Card,
  Centred,
  Chip,
  Code,
  Coin,
  Ends,
  Hero,
  Ladder,
  LeadAmount,
  More,
  Panel,
  Person,
  Product,
  Products,
  Row,
  Rows,
  Section,
  SignedAmount,
  Summary,
  Tips,
} from '@trellis/kit';
import { Gem, gemLevels } from '@trellis/kit/gem';
import { useState } from 'react';

const money = (amount: string) => ({ amount, unit: 'USD' }) as const;
const loops = (done: number, entry: number) =>
  Array.from({ length: entry }, (_, index) => ({
    state: index < done ? 'done' : index === done ? 'next' : 'open',
    label: `${index + 1} of ${entry}`,
  })) as Parameters<typeof Ladder>[0]['steps'];

/** Every coin, person, stone, ladder and drawing. */
export function Marks({ units }: { units: readonly Unit[] }) {
  return (
    <Section title="Marks">
      <Card>
        <Ends>
          {units.map((unit) => (
            <Coin key={unit} unit={unit} />
          ))}
        </Ends>
        <Ends>
          {['anna', 'bo', 'chen', 'dai', 'emma', 'fu'].map((name) => (
            <Person key={name} name={name} />
          ))}
          <Person name="small" size="small" />
          <Person name="large" size="large" />
        </Ends>
        <Ends>
          {gemLevels.map((level) => (
            <Gem key={level} level={level} serial={128} />
          ))}
        </Ends>
        <Ends>
          {(['empty', 'success', 'closed'] as const).map((name) => (
            <Art key={name} art={name} />
          ))}
        </Ends>
      </Card>
      <Card title="Ladders">
        <Ladder label="Three loops, none released" steps={loops(0, 3)} flag="+343.19 USDP" />
        <Ladder
          label="Nine loops, three released"
          steps={loops(3, 9)}
          passed={0.4}
          taken="the third"
          flag="+343.19 USDP, 31 Mar 2026"
        />
        <Ladder label="Twelve loops, all released" steps={loops(12, 12)} size="card" />
      </Card>
    </Section>
  );
}

/** Cards, products, summaries, panels, chips. */
export function Surfaces() {
  return (
    <Section title="Surfaces">
      <Products label="Products">
        <Product title="Package purchase" to="/plan" mark={<Gem level="ruby" serial={128} />} />
        <Product title="Stake" to="/wallet/stake" mark={<Coin unit="CP" size="small" />}>
          <Summary rows={[{ label: 'Staked assets', value: money('3500.00') }]} />
        </Product>
      </Products>
      <Card title="Card" action={<Chip tone="positive">done</Chip>}>
        <Summary
          total
          rows={[
            { label: 'Amount', value: money('120.00'), tone: 'primary' },
            { label: 'Fee', value: money('1.00'), tone: 'locked' },
            { label: 'Amount received', value: money('119.00') },
          ]}
        />
        <Panel>
          <Code>0x52908400098527886E0F7030069857D2E4169EE7</Code>
        </Panel>
        <Tips items={['One thing to know.', 'Another one.']} />
        <More title="More">What is opened when wanted.</More>
      </Card>
      <Ends>
        {(['primary', 'positive', 'negative', 'warning', 'locked', 'neutral'] as const).map((tone) => (
          <Chip key={tone} tone={tone} icon="clock">
            {tone}
          </Chip>
        ))}
      </Ends>
    </Section>
  );
}

/** A figure that the server says again. */
export function Figures() {
  const [balance, setBalance] = useState(100);
  return (
    <Card title="Figures">
      <Hero centred label="Balance" money={money(`${balance}.00`)} />
      <Button kind="quiet" onClick={() => setBalance(balance + 1)}>
        Confirm a change
      </Button>
      <Centred>
        <LeadAmount money={money('-120.00')} />
      </Centred>
    </Card>
  );
}

/** A row of each kind. */
export function RowsOfAll() {
  return (
    <Section title="Rows">
      <Rows day="Today">
        <Row done icon="check" tone="positive" title="A step" detail="that is done" />
        <Row
          icon="down"
          tone="primary"
          title="A step"
          detail="that comes next"
          to="/"
          action={{ label: 'Action', strong: true }}
        />
        <Row icon="close" title="A step" detail="that can wait" to="/" action={{ label: 'Action', strong: false }} />
        <Row icon="close" tone="negative" title="A press" onOpen={() => undefined} />
      </Rows>
      <Rows label="Rows of all kinds">
        <Row icon="bell" title="An icon" />
        <Row icon="check" tone="positive" title="A tone" detail="and a detail" to="/" />
        <Row unit="USDP" pin="close" title="A coin" detail="with a pin" end={<Amount money={money('2000.00')} />} />
        <Row
          person="emma"
          pin="down"
          title="A person"
          end={<SignedAmount money={money('75.25')} />}
          endDetail="emma"
          to="/"
        />
        <Row person="lihua" title="What went out" end={<SignedAmount money={money('-120.50')} />} to="/" />
        <Row
          icon="account"
          title="A title that is so long that it has to wrap wherever it stands"
          detail="0x52908400098527886E0F7030069857D2E4169EE7"
          end={<Chip tone="warning">pending review</Chip>}
          to="/"
        />
      </Rows>
    </Section>
  );
}
