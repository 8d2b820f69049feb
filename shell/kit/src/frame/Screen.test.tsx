import { afterEach, expect, test } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { Screen } from './Screen.tsx';

afterEach(cleanup);

function show(wide: boolean) {
  window.matchMedia = () =>
    ({ matches: wide, addEventListener: () => undefined, removeEventListener: () => undefined }) as never;
  render(
    <MemoryRouter>
      <Screen title="Exchange" dock={<button type="button">Review</button>} below={<p>Tips</p>}>
        <p>Fields</p>
      </Screen>
    </MemoryRouter>,
  );
}
/** What stands directly in the same column as this. */
const columnOf = (element: HTMLElement) => (element.closest('section') ?? element).parentElement;

test('on a wide screen the act stands under what is filled in, not under the longer column alongside it', () => {
  show(true);
  const button = screen.getByRole('button', { name: 'Review' });
  expect(columnOf(button)).toBe(columnOf(screen.getByText('Fields')));
  expect(columnOf(button)).not.toBe(columnOf(screen.getByText('Tips')));
});

test('on a phone it stands in the dock, and what is alongside it elsewhere follows the fields', () => {
  show(false);
  expect(screen.getByRole('main').contains(screen.getByRole('button', { name: 'Review' }))).toBe(false);
  expect(screen.getByText('Fields').compareDocumentPosition(screen.getByText('Tips'))).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  );
});

test('what follows comes late, and leaves a field, and what is typed in it, as it is', () => {
  const late = (below?: string) => (
    <MemoryRouter>
      <Screen title="Package" {...(below !== undefined && { below: <p>{below}</p> })}>
        <input />
      </Screen>
    </MemoryRouter>
  );
  window.matchMedia = () =>
    ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }) as never;
  const { rerender } = render(late());
  const field = screen.getByRole('textbox');
  rerender(late('Fees'));
  expect(screen.getByText('Fees')).toBeTruthy();
  expect(screen.getByRole('textbox')).toBe(field);
  rerender(late());
  expect(screen.getByRole('textbox')).toBe(field);
});
