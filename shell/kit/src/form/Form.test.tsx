import { afterEach, expect, test } from '@jest/globals';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { Form } from './Form.tsx';
import { isUnfinished } from './unfinished.ts';

afterEach(cleanup);

function Example() {
  const [name, setName] = useState('as it was');
  return (
    <Form onSubmit={() => undefined}>
      <input aria-label="name" value={name} onChange={(event) => setName(event.target.value)} />
      <input aria-label="agreed" type="checkbox" />
      <button type="button" onClick={() => setName('filled')}>
        Fill
      </button>
    </Form>
  );
}

test('a form is busy while it holds other entries than at its beginning, however they came', () => {
  render(<Example />);
  expect(isUnfinished()).toBe(false);
  fireEvent.change(screen.getByLabelText('name'), { target: { value: 'typed' } });
  expect(isUnfinished()).toBe(true);
  fireEvent.change(screen.getByLabelText('name'), { target: { value: 'as it was' } });
  expect(isUnfinished()).toBe(false);
  fireEvent.click(screen.getByLabelText('agreed'));
  expect(isUnfinished()).toBe(true);
  fireEvent.click(screen.getByLabelText('agreed'));
  fireEvent.click(screen.getByRole('button', { name: 'Fill' }));
  expect(isUnfinished()).toBe(true);
});

test('a form that is gone holds nothing', () => {
  const { unmount } = render(<Example />);
  fireEvent.change(screen.getByLabelText('name'), { target: { value: 'typed' } });
  unmount();
  expect(isUnfinished()).toBe(false);
});
