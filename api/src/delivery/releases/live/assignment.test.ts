import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { partOf } from '../../../testing/sample.ts';
import { isChosen } from './assignment.ts';

const members = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({ member: String(from + index) }));

test.each(partOf('shares', 2, [100, 500, 1_000, 5_000]))(
  'a share of %i hundredths of a percent is exact over 100,000 members',
  (share) => {
    for (const feature of ['wallet', 'team']) {
      const chosen = members(1, 100_000).filter((member) => isChosen(feature, member, share)).length;
      expect(Math.abs(chosen / 100_000 - share / 10_000)).toBeLessThan(0.001);
    }
  },
);

test('nobody is in at nothing, and everybody at all', () => {
  for (const subject of [...members(1, 2_000), { visitor: 'a' }, { visitor: '' }]) {
    expect(isChosen('plan', subject, 0)).toBe(false);
    expect(isChosen('plan', subject, 10_000)).toBe(true);
  }
});

const subject = fc.oneof(
  fc.bigInt({ min: 1n, max: 9_000_000_000n }).map((id) => ({ member: id.toString() })),
  fc.string().map((visitor) => ({ visitor })),
);
const share = fc.integer({ min: 0, max: 10_000 });

test('whoever is in stays in as the share grows, and gets the same every time', () => {
  fc.assert(
    fc.property(fc.string(), subject, share, share, (feature, who, one, other) => {
      const [less, more] = [Math.min(one, other), Math.max(one, other)];
      expect(isChosen(feature, who, less)).toBe(isChosen(feature, who, less));
      if (isChosen(feature, who, less)) expect(isChosen(feature, who, more)).toBe(true);
    }),
  );
});

test('features choose independently: of the tenth of one a tenth is in the tenth of another', () => {
  const both = members(1, 100_000).filter(
    (member) => isChosen('wallet', member, 1_000) && isChosen('team', member, 1_000),
  ).length;
  expect(both).toBeGreaterThan(800);
  expect(both).toBeLessThan(1_200);
});

test('old and new members are chosen alike, also within ten thousand of them', () => {
  for (const from of [0, 2_500, 5_000, 7_500]) {
    const chosen = members(from, 2_500).filter((member) => isChosen('wallet', member, 5_000)).length;
    expect(chosen).toBeGreaterThan(1_100);
    expect(chosen).toBeLessThan(1_400);
  }
});

test('of visitors about as many are chosen as the share says', () => {
  const chosen = Array.from({ length: 20_000 }, (_, index) => ({ visitor: `v${index}` })).filter((visitor) =>
    isChosen('team', visitor, 1_000),
  ).length;
  expect(Math.abs(chosen / 20_000 - 0.1)).toBeLessThan(0.01);
});
