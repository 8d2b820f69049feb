import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { languages } from '@trellis/api-contract';
import { auditActions } from '@trellis/api-contract/operator';

const name = 'audit.action.';

test.each(languages)(
  'every action that the API can write has words of its own in %s, and nothing else has',
  (language) => {
    const file = path.join(import.meta.dirname, 'texts', `${language}.json`);
    const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
    const words = Object.entries(texts).filter(([key]) => key.startsWith(name));
    expect(words.map(([key]) => key.slice(name.length)).toSorted()).toEqual(auditActions.toSorted());
    // Two actions with the same words look the same in the list.
    const twice = words.filter(([, text], index) => words.findIndex(([, other]) => other === text) !== index);
    expect(twice).toEqual([]);
    expect(words.filter(([, text]) => /[a-z]_[a-z]|^[a-z]+\.[a-z]/.test(text))).toEqual([]);
  },
);
