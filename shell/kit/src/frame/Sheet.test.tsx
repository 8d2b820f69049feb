import { afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { showPart, startParts } from '../../../jest/showPart.tsx';
import { Sheet } from './Sheet.tsx';

beforeAll(startParts);
afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
  Reflect.deleteProperty(Element.prototype, 'animate');
  Reflect.deleteProperty(Element.prototype, 'getAnimations');
});

function Two() {
  const [open, setOpen] = useState(2);
  return (
    open > 0 && (
      <Sheet title="Record" onClose={() => setOpen(0)}>
        {open > 1 && (
          <Sheet title="Receipt" onClose={() => setOpen(1)}>
            {null}
          </Sheet>
        )}
      </Sheet>
    )
  );
}
const sheets = () => screen.queryAllByRole('dialog').map((sheet) => sheet.querySelector('h2')?.textContent);

test('Escape closes the sheet that lies on top, and no other', () => {
  showPart(<Two />);
  expect(sheets()).toEqual(['Record', 'Receipt']);
  fireEvent(screen.getByRole('dialog', { name: 'Receipt' }), new Event('cancel', { cancelable: true }));
  expect(sheets()).toEqual(['Record']);
  fireEvent(screen.getByRole('dialog', { name: 'Record' }), new Event('cancel', { cancelable: true }));
  expect(sheets()).toEqual([]);
});

test('a sheet that the reader closes is a picture for nobody but the eye, and then it is gone', async () => {
  const over = Promise.withResolvers<void>();
  Object.assign(Element.prototype, { animate: () => undefined, getAnimations: () => [{ finished: over.promise }] });
  const open = () => {
    const { unmount } = showPart(
      <Sheet title="Record" onClose={() => unmount()}>
        {null}
      </Sheet>,
    );
    return unmount;
  };
  // What follows an act stands there at once.
  open()();
  await act(async () => undefined);
  expect(document.querySelector('[data-leaving]')).toBeNull();
  open();
  fireEvent.click(screen.getByRole('button'));
  await act(async () => undefined);
  const leaving = document.querySelector<HTMLElement>('[data-leaving]');
  expect([leaving?.inert, leaving?.ariaHidden]).toEqual([true, 'true']);
  expect(sheets()).toEqual([]);
  over.resolve();
  await act(async () => undefined);
  expect(document.querySelector('[data-leaving]')).toBeNull();
});
