import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { Closing } from './Closing.tsx';

const close = jest.fn();

beforeEach(() => {
  jest.useFakeTimers();
  close.mockClear();
  render(
    <MemoryRouter>
      <main>
        <p>a receipt</p>
        <Closing onClose={close} />
      </main>
      <p>alongside it</p>
    </MemoryRouter>,
  );
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

/** One second after another, as they pass on a page. */
const pass = (seconds: number) => {
  for (let second = 0; second < seconds; second += 1) act(() => jest.advanceTimersByTime(1_000));
};
const pointer = (name: string, pointerType: string, place: string) =>
  fireEvent(screen.getByText(place), Object.assign(new Event(name, { bubbles: true }), { pointerType }));
const mouse = (place: string) => pointer('pointermove', 'mouse', place);

test('a receipt that nobody reads leaves after ten seconds', () => {
  pass(9);
  expect(close).not.toHaveBeenCalled();
  pass(1);
  expect(close).toHaveBeenCalledTimes(1);
});

test.each([
  ['scrolls', () => fireEvent.scroll(document)],
  ['touches', () => pointer('pointerdown', 'touch', 'a receipt')],
  ['types', () => fireEvent.keyDown(document.body, { key: 'Tab' })],
])('whoever %s has the whole time again', (_does, read) => {
  pass(8);
  read();
  pass(9);
  expect(close).not.toHaveBeenCalled();
  pass(1);
  expect(close).toHaveBeenCalledTimes(1);
});

test('it stays below a resting mouse, and goes on when the mouse is elsewhere', () => {
  mouse('a receipt');
  pass(60);
  expect(close).not.toHaveBeenCalled();
  mouse('alongside it');
  pass(10);
  expect(close).toHaveBeenCalledTimes(1);
});

test('below a sheet that is open nothing closes, however long it is looked at', () => {
  const sheet = document.createElement('dialog');
  sheet.open = true;
  screen.getByText('a receipt').append(sheet);
  pass(60);
  expect(close).not.toHaveBeenCalled();
  sheet.open = false;
  pass(10);
  expect(close).toHaveBeenCalledTimes(1);
});

test('it stays for good when the member says so', () => {
  fireEvent.click(screen.getByRole('button'));
  pass(60);
  expect(close).not.toHaveBeenCalled();
});
