import { afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useRef } from 'react';
import { showPart, startParts } from '../../../jest/showPart.tsx';
import { ShareReceipt } from './ShareReceipt.tsx';

beforeAll(startParts);
afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
});

/** What stands on the canvas: its texts, as a file of them. */
let drawn: string[];
let given: File[];
let lettersCome: () => void;
/** Until `lettersCome` nothing can be drawn. */
const waitForLetters = () =>
  Object.assign(document, { fonts: { ready: new Promise<void>((resolve) => (lettersCome = resolve)) } });
beforeEach(() => {
  [drawn, given] = [[], []];
  Object.assign(globalThis, { Path2D: class {} });
  const pen = new Proxy(
    { measureText: () => ({ width: 0 }), fillText: (text: string) => void drawn.push(text) },
    { get: (known, name) => Reflect.get(known, name) ?? (() => undefined), set: () => true },
  );
  jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never);
  // As in a browser, a canvas that is given its size is empty.
  jest.spyOn(HTMLCanvasElement.prototype, 'width', 'set').mockImplementation(() => {
    drawn = [];
  });
  jest
    .spyOn(HTMLCanvasElement.prototype, 'toBlob')
    .mockImplementation((done) => done(new Blob([drawn.join('|')], { type: 'image/png' })));
  Object.assign(navigator, {
    canShare: () => true,
    share: ({ files }: { files: File[] }) => Promise.resolve(void given.push(...files)),
  });
  waitForLetters();
});

function Receipt() {
  const shown = useRef<HTMLDivElement>(null);
  return (
    <div ref={shown}>
      <span data-mark>
        <span translate="no">h</span>
      </span>
      <dl>
        <div>
          <dt>Fee</dt>
          <dd>
            <span data-money>0.25 USD</span>
          </dd>
        </div>
        <div>
          <dt>To</dt>
          <dd>hana</dd>
        </div>
      </dl>
      <ShareReceipt title="hana has 25.00 USD" plainTitle="Sent" person="hana" amount="25.00 USD" receipt={shown} />
    </div>
  );
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const textsOf = (file: File | undefined): Promise<string> =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(file ?? new Blob());
  });

test('what is given away is what was asked for, also while its letters are on their way', async () => {
  showPart(<Receipt />);
  press('Share receipt');
  await act(async () => lettersCome());
  expect(drawn).toEqual(expect.arrayContaining(['H', '25.00 USD', 'hana has 25.00 USD', '0.25 USD', 'hana']));
  waitForLetters();
  fireEvent.click(screen.getByRole('checkbox', { name: 'Hide amounts' }));
  press('Share');
  await act(async () => undefined);
  expect(given).toEqual([]);
  await act(async () => lettersCome());
  await waitFor(() => expect(given).toHaveLength(1));
  const texts = await textsOf(given[0]);
  expect(texts).toContain('hana');
  expect(texts).not.toMatch(/\d/);
});

test('who it was with is shown only where the member wants it', async () => {
  showPart(<Receipt />);
  press('Share receipt');
  await act(async () => lettersCome());
  fireEvent.click(screen.getByRole('checkbox', { name: 'Hide the name' }));
  await act(async () => undefined);
  expect(drawn).toEqual(expect.arrayContaining(['25.00 USD', 'Sent', '0.25 USD']));
  expect(drawn.filter((text) => /hana|H/.test(text))).toEqual([]);
  expect(screen.getByRole('img').getAttribute('aria-label')).not.toContain('hana');
});
