import { Button, Filters, IconDownload, MoreFilters, Section, Segmented, Select } from '@trellis/kit';
import {
  AmountChoices,
  AmountInput,
  Checkbox,
  ChipGroup,
  ChoiceGroup,
  CodeInput,
  Done,
  Form,
  InputButton,
  Meter,
  PasswordInput,
  People,
  TextArea,
  TextInput,
  UnitChoice,
  UnitShown,
} from '@trellis/kit/form';
import { useState } from 'react';

const options = [
  { value: 'a', label: 'First' },
  { value: 'b', label: 'A choice with a longer name' },
  { value: 'c', label: 'Third' },
] as const;
type Choice = (typeof options)[number]['value'];
const available = { amount: '300.00', unit: 'USD' } as const;

const unitOptions = [
  { value: 'USD', label: 'USD' },
  { value: 'USDT', label: 'USDT' },
] as const;

/** Everything that is filled in or chosen: empty, filled, refused, read-only, disabled. */
export function Fields() {
  const [text, setText] = useState('');
  const [choice, setChoice] = useState<Choice>('a');
  const [unit, setUnit] = useState<'USD' | 'USDT'>('USD');
  const [agreed, setAgreed] = useState(false);
  const input = { value: text, onChange: setText };
  return (
    <Section title="Fields">
      <Form onSubmit={() => undefined} error="What is wrong with none of the fields.">
        <TextInput label="Text" hint="What helps" {...input} />
        <TextInput label="Refused" error="What is wrong with it" {...input} />
        <TextInput label="Kept" readOnly {...input} end={<InputButton onClick={() => undefined}>Change</InputButton>} />
        <TextInput label="Disabled" disabled {...input} />
        <PasswordInput label="Password" strengthAgainst={[]} {...input} />
        <CodeInput label="Code" {...input} />
        <AmountInput label="Amount" unit="USD" available={available} maximum={available} shares {...input} />
        <AmountInput
          look="hero"
          label="Leading amount"
          unit="USD"
          unitChoice={<UnitChoice label="Unit" value={unit} options={unitOptions} onChange={setUnit} />}
          available={available}
          maximum={available}
          hint="From 10.00 USD"
          {...input}
        />
        <AmountInput
          look="hero"
          label="Refused amount"
          unit="USD"
          value="123,456,789.123456"
          onChange={setText}
          error="What is wrong with it"
        />
        <AmountInput
          look="part"
          label="Given"
          unit="USDP"
          unitChoice={<UnitShown unit="USDP" />}
          available={available}
          {...input}
        />
        <AmountChoices shares maximum={available} onChoose={setText} />
        <ChipGroup
          label="Chips"
          value={choice}
          onChange={setChoice}
          options={options.map((option) => ({ ...option, unit: 'USDT' as const }))}
        />
        <ChipGroup label="Refused chip" value={choice} onChange={setChoice} options={options} error="Choose another" />
        <TextArea label="Message" maxLength={200} {...input} />
        <Select label="Menu" value={choice} options={options} onChange={setChoice} />
        <Select label="Menu as a chip" size="chip" icon="globe" value={choice} options={options} onChange={setChoice} />
        <IconDownload label="A file to keep" icon={{ path: 'M12 3v12m-5-5 5 5 5-5M4 20h16' }} href="/robots.txt" />
        <Segmented label="Segments" value={choice} options={options} onChange={setChoice} columns={3} />
        <ChoiceGroup label="Choices" value={choice} options={options} onChange={setChoice} />
        <ChoiceGroup
          label="Nothing chosen"
          value={undefined}
          options={options}
          onChange={setChoice}
          error="Choose one"
        />
        <Checkbox checked={agreed} onChange={setAgreed}>
          A statement that is agreed to
        </Checkbox>
        <People label="People" names={['emma', 'lihua', 'demoleft']} chosen={text} onChoose={setText} />
        <Button type="submit">Submit</Button>
      </Form>
      <Filters
        label="Filters"
        value={choice}
        options={options}
        onChange={setChoice}
        more={<MoreFilters label="More filters" count={2} onClick={() => undefined} />}
      />
      <Meter share={0.4} tone="warning" />
      <Done title="Operation successful" money={available} text="credited in real time" />
    </Section>
  );
}
