import type { Waiting } from '../../api.ts';

const decimal = /^\d+(?:\.\d{1,8})?$/;

/** Each number that stands on both sides of a change, as it was and as it would be. */
export function numbersIn(
  before: Waiting['before'],
  after: Waiting['after'],
): readonly (readonly [was: string, is: string])[] {
  const numberOf = (value: unknown): string | undefined => {
    const text = typeof value === 'number' ? String(value) : value;
    return typeof text === 'string' && decimal.test(text) ? text : undefined;
  };
  return Object.entries(after ?? {}).flatMap(([name, value]) => {
    const [was, is] = [numberOf(before?.[name]), numberOf(value)];
    return was === undefined || is === undefined ? [] : [[was, is] as const];
  });
}
