import { afterEach, expect, test } from '@jest/globals';
import { forgetTypedBefore } from './typedBefore.ts';

const drafts = ['draft ann withdrawal.address', 'signup.draft'];
const type = () => {
  for (const name of drafts) sessionStorage.setItem(name, 'x');
};
const left = () => Object.keys(sessionStorage).filter((name) => name !== 'takenBack');
afterEach(() => sessionStorage.clear());

test('what was typed stays over an update, and goes once a release was taken back', () => {
  forgetTypedBefore('one');
  type();
  sessionStorage.setItem('scroll', '{}');
  forgetTypedBefore('one');
  expect(left().sort()).toEqual([...drafts, 'scroll'].sort());
  forgetTypedBefore('two');
  expect(left()).toEqual(['scroll']);
});

test('a release that takes the mark away keeps nothing by it', () => {
  forgetTypedBefore('one');
  type();
  sessionStorage.removeItem('takenBack');
  forgetTypedBefore('one');
  expect(left()).toEqual([]);
});

test('a document that says nothing of it takes nothing away', () => {
  type();
  forgetTypedBefore(undefined);
  expect(left().sort()).toEqual([...drafts].sort());
});
