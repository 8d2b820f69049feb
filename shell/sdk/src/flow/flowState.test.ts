import { describe, expect, test } from '@jest/globals';
import { networkFailure } from '../api/failure.ts';
import { type FlowEvent, type FlowState, isOpen, nextFlowState } from './flowState.ts';

type State = FlowState<{ amount: string }, string>;
type Event = FlowEvent<{ amount: string }, string>;

const events = {
  review: { type: 'reviewed', input: { amount: '5.00' }, freshKey: 'new-key' },
  close: { type: 'closed' },
  submit: { type: 'submitted' },
  answer: { type: 'answered', receipt: 'receipt' },
  refuse: { type: 'refused', failure: networkFailure },
  lose: { type: 'lost' },
  giveUp: { type: 'unreachable' },
  notDone: { type: 'notDone', freshKey: 'another-key' },
  continue: { type: 'continued' },
  recover: { type: 'recovered', receipt: 'receipt' },
} as const satisfies Record<string, Event>;

const run = (...names: (keyof typeof events)[]): State =>
  names.reduce<State>((state, name) => nextFlowState(state, events[name]), { step: 'input' });

const outcomeOf = (state: State): string =>
  state.step === 'confirm' ? `${state.phase}${state.failure ? ', refused' : ''}` : state.step;

/** What happened, in order, and where the member then is. */
const courses = [
  ['review', 'ready'],
  ['review close', 'input'],
  ['review submit', 'submitting'],
  ['review submit close', 'submitting'],
  ['review submit review', 'submitting'],
  ['review submit answer', 'success'],
  ['review submit answer close', 'success'],
  ['review submit answer submit', 'success'],
  ['review submit answer continue', 'input'],
  ['review submit refuse', 'ready, refused'],
  ['review submit refuse submit', 'submitting'],
  ['review submit refuse close', 'input'],
  ['review submit lose', 'checking'],
  ['review submit lose close', 'checking'],
  ['review submit lose answer', 'success'],
  ['review submit lose refuse', 'ready, refused'],
  ['review submit lose notDone', 'notDone'],
  ['review submit lose notDone submit', 'submitting'],
  ['review submit lose notDone close', 'input'],
  ['review submit lose giveUp', 'unreachable'],
  ['review submit lose giveUp close', 'unreachable'],
  ['review submit lose giveUp lose answer', 'success'],
  ['submit', 'input'],
  ['answer', 'input'],
  ['recover', 'success'],
  ['recover continue', 'input'],
  ['review recover', 'ready'],
  ['review submit recover', 'submitting'],
] as const;

test.each(courses)('%s → %s', (course, expected) => {
  expect(outcomeOf(run(...(course.split(' ') as (keyof typeof events)[])))).toBe(expected);
});

test.each(courses)('%s → %s: the sheet stays exactly while the result is open', (course, expected) => {
  const state = run(...(course.split(' ') as (keyof typeof events)[]));
  expect(isOpen(state)).toBe(['submitting', 'checking', 'unreachable'].includes(expected));
});

describe('the key', () => {
  const keyOf = (state: State) => (state.step === 'confirm' ? state.action.key : undefined);
  const review = (amount: string, freshKey: string): Event => ({ type: 'reviewed', input: { amount }, freshKey });
  const start = (...more: Event[]) => more.reduce<State>(nextFlowState, { step: 'input' });
  const lost = [review('5.00', 'first'), events.submit, events.lose];

  test('is the same while it is not known what became of it', () => {
    expect(keyOf(start(...lost, events.giveUp, events.lose))).toBe('first');
    expect(keyOf(start(review('5.00', 'first'), events.submit, events.refuse, events.submit))).toBe('first');
  });
  test('is another one when nothing was done under it: it is closed', () => {
    expect(keyOf(start(...lost, events.notDone, events.submit))).toBe('another-key');
    expect(keyOf(start(...lost, events.notDone, events.close, review('5.00', 'second')))).toBe('second');
  });
  test('is fresh after a refusal, which is kept with its key', () => {
    const refused = [review('5.00', 'first'), events.submit, events.refuse, events.close];
    expect(keyOf(start(...refused, review('5.00', 'second')))).toBe('second');
  });
  test('is fresh for the next act', () => {
    const done = [review('5.00', 'first'), events.submit, events.answer, events.continue];
    expect(keyOf(start(...done, review('5.00', 'second')))).toBe('second');
  });
});
