import { afterEach, expect, test } from '@jest/globals';
import { cleanup, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { Product, Products, Row, Rows, Shortcuts } from '../surface/Rows.tsx';
import { Ladder, type Step } from './Ladder.tsx';
import { Person } from './Person.tsx';

afterEach(cleanup);

const steps: readonly Step[] = [
  { state: 'done', label: '1, released' },
  { state: 'next', label: '2, next' },
  { state: 'open', label: '3, locked' },
];

test('a ladder says each of its steps, and draws every riser as high as every other', () => {
  render(<Ladder label="1 of 3 released" steps={steps} passed={0.25} flag="+10.00 USDP" />);
  const ladder = screen.getByRole('list', { name: '1 of 3 released' });
  const items = within(ladder).getAllByRole('listitem');
  expect(items.map((item) => item.textContent)).toEqual(['1, released', '2, next+10.00 USDP', '3, locked']);
  expect(items.map((item) => item.style.getPropertyValue('--i'))).toEqual(['1', '2', '3']);
  expect([ladder.style.getPropertyValue('--n'), ladder.style.getPropertyValue('--value')]).toEqual(['3', '0.25']);
});

test('a step that was taken is climbed by the first ladder that shows it, and by no other', () => {
  const climbs = (taken?: string) => {
    const { container } = render(<Ladder steps={steps} taken={taken} />);
    return container.querySelector('[data-climbs]') !== null;
  };
  expect([climbs('one 1'), climbs('one 1'), climbs('one 2'), climbs()]).toEqual([true, false, true, false]);
});

test('a ladder alongside a text that says the same is for the eye alone', () => {
  render(<Ladder steps={steps} flag="Review" />);
  expect(screen.queryByRole('list')).toBeNull();
  expect(screen.getByText('Review').closest('ol')?.textContent).toBe('Review');
});

test('a person has the same ground everywhere, and a letter that is read out nowhere', () => {
  const grounds = ['demo', 'demo', 'emma', 'Ж', '小明'].map((name) => {
    const { container } = render(<Person name={name} />);
    const mark = container.querySelector('[data-hue]');
    expect(mark?.getAttribute('aria-hidden')).toBe('true');
    expect(mark?.textContent).toBe(Array.from(name)[0]);
    return Number(mark?.getAttribute('data-hue'));
  });
  expect(grounds[0]).toBe(grounds[1]);
  for (const ground of grounds) expect([1, 2, 3, 4, 5, 6]).toContain(ground);
});

test('a row is named by its words: mark and pin add nothing', () => {
  render(
    <MemoryRouter>
      <Rows label="Records">
        <Row to="/1" person="emma" unit="USD" pin="back" title="Transfer in" end="+75.25 USD" />
        <Row to="/2" unit="RP" pin="back" title="Opening balance" end="+12.00 RP" />
        <Row icon="bell" title="Notice" />
      </Rows>
    </MemoryRouter>,
  );
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual([
    // The letter of the person is hidden from readers.
    'eTransfer in+75.25 USD',
    'Opening balance+12.00 RP',
  ]);
  expect(screen.getByRole('link', { name: 'Transfer in +75.25 USD' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Opening balance +12.00 RP' })).toBeTruthy();
});

test('what is closed stays reachable and says why; it leads nowhere', () => {
  render(
    <MemoryRouter>
      <p id="why">Suspended</p>
      <Shortcuts label="Acts" disabledBecause="why" items={[{ to: '/send', icon: 'next', label: 'Send' }]} />
      <Products label="Products">
        <Product title="Package" to="/plan" mark={null} disabledBecause="why" />
        <Product title="Stake" to="/stake" mark={null} />
      </Products>
    </MemoryRouter>,
  );
  for (const name of ['Send', 'Package']) {
    const closed = screen.getByRole('link', { name });
    expect(closed.getAttribute('aria-disabled')).toBe('true');
    expect(closed.getAttribute('aria-describedby')).toBe('why');
    expect([closed.tagName, closed.tabIndex]).toEqual(['SPAN', 0]);
  }
  expect(screen.getByRole('link', { name: 'Stake' }).getAttribute('href')).toBe('/stake');
});
