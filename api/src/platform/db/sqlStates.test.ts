import { expect, test } from '@jest/globals';
import { readSchema } from './schemaSource.ts';
import { sqlStates } from './sqlStates.ts';

/** What no member and no operator meets, or what is answered with figures, at a field, or to a command. */
const shownOtherwise =
  /^(?:TA00[37]|TB00[12]|TF001|TI00[12]|TK006|TL001|TM002|TN001|TO001|TP004|TR0(?:01|02|03|05|06|09|11|12|13|14|22|32|35)|TT001|TV001|TW001)$/;

test('each state that our SQL raises is in the table or explained elsewhere, and the table has no other', () => {
  const raised = new Set(
    readSchema().current.flatMap(({ text }) =>
      [...text.matchAll(/ERRCODE = '(T[A-Z]\d{3})'/g)].map(([, state]) => state ?? ''),
    ),
  );
  expect([...raised].filter((state) => !shownOtherwise.test(state)).toSorted()).toEqual(
    Object.keys(sqlStates).toSorted(),
  );
});
