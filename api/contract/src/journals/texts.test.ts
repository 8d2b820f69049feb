import { expect, test } from '@jest/globals';
import { journalKinds, recordKinds } from './journalKinds.ts';
import en from './texts/en.json' with { type: 'json' };
import jp from './texts/jp.json' with { type: 'json' };
import ko from './texts/ko.json' with { type: 'json' };
import zh from './texts/zh.json' with { type: 'json' };

test.each(Object.entries({ en, jp, zh, ko }))(
  'every record and every line of a statement has a name in %s',
  (_language, texts) => {
    const named = [
      ...recordKinds.map((kind) => `record.${kind}`),
      ...Object.keys(journalKinds).map((kind) => `journal.${kind}`),
    ];
    expect(Object.keys(texts).toSorted()).toEqual(named.toSorted());
    expect(Object.values(texts).filter((text) => text.trim() === '')).toEqual([]);
  },
);
