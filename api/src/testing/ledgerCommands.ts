import fc from 'fast-check';

export const people = ['a', 'b', 'c'] as const;
export type Person = (typeof people)[number];

const person = fc.constantFrom(...people);
/** Often just at a limit or next to it, where faults live. */
const amount = fc.oneof(fc.constantFrom(4n, 5n, 100n, 300n, 301n), fc.bigInt({ min: 1n, max: 350n }));
/** Which of the earlier calls a command refers to, counted from the last. */
const back = fc.nat({ max: 2 });
/** Mostly of the kind that the command is for, sometimes any. */
const target = fc.constantFrom('fitting' as const, 'fitting' as const, 'fitting' as const, 'any' as const);
const transfer = fc
  .record({ do: fc.constant('transfer' as const), from: person, to: person, amount })
  .filter(({ from, to }) => from !== to);

/** What members do to their money, at random. */
export const command = fc.oneof(
  { weight: 4, arbitrary: transfer },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('together' as const),
      transfers: fc.array(transfer, { minLength: 4, maxLength: 8 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('hold' as const), from: person, amount }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('end' as const),
      back,
      settled: fc.bigInt({ min: 0n, max: 350n }),
      of: target,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('quote' as const), from: person, amount }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('exchange' as const), from: person, back }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.constantFrom(5, 10, 30) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('reverse' as const), back, of: target }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('repeat' as const), back, otherBody: fc.boolean() }) },
);

type Of<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never;
export type Command = Of<typeof command>;
export type TransferCommand = Of<typeof transfer>;
