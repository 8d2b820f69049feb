import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { keepTextsOurs } from './rewrittenText.ts';

beforeAll(() => keepTextsOurs(document.body));
afterEach(cleanup);

/** Texts alongside each other, some of them only at times: what React writes node by node. */
function Example() {
  const [count, setCount] = useState(1);
  return (
    <>
      <p data-testid="text">
        {count % 2 === 1 && 'odd, '}
        You have {count} of {count + 1}
        {count > 2 && ', at last'}
        {count === 2 ? <b> two</b> : ' more'}
      </p>
      <p>{count === 3 ? null : 'Only child'}</p>
      <button type="button" onClick={() => setCount(count + 1)}>
        Next
      </button>
    </>
  );
}

const textsIn = (root: Node): Text[] => {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const hits: Text[] = [];
  while (walker.nextNode()) hits.push(walker.currentNode as Text);
  return hits;
};
const font = (inner: Node): Element => {
  const element = document.createElement('font');
  element.append(inner);
  return element;
};
/** As translators rewrite a page: the text is taken out, or put into an element of theirs; in one step or two. */
const translators = {
  replaced: (text: Text) => text.replaceWith(font(font(new Text(`«${text.data}»`)))),
  wrapped: (text: Text) => {
    const place = font(new Text());
    text.replaceWith(place);
    place.replaceChildren(font(text));
  },
  'put before and removed': (text: Text) => {
    text.before(font(new Text(`«${text.data}»`)));
    text.remove();
  },
} as const;
const says = (): string => (screen.getByTestId('text').textContent ?? '').replace(/[«»]/g, '');

test.each(Object.entries(translators))(
  'a page whose texts were %s goes on, and says what is true',
  async (_how, translate) => {
    render(<Example />);
    const expected = [
      'odd, You have 1 of 2 more',
      'You have 2 of 3 two',
      'odd, You have 3 of 4, at last more',
      'You have 4 of 5, at last more',
    ];
    for (const [index, sentence] of expected.entries()) {
      expect(says()).toBe(sentence);
      for (const text of textsIn(document.body)) if (text.data !== '' && !text.data.startsWith('«')) translate(text);
      // The observer hears of it in a moment of its own, or is asked in time.
      if (index % 2 === 0) await act(async () => undefined);
      fireEvent.click(screen.getByRole('button'));
    }
    expect(says()).toBe('odd, You have 5 of 6, at last more');
  },
);

test('what is no text and no child is refused as ever', () => {
  const [parent, outsider] = [document.createElement('p'), document.createElement('p')];
  expect(() => parent.removeChild(outsider)).toThrow();
  expect(() => parent.insertBefore(new Text(), outsider)).toThrow();
});
