import type { UsedStrings } from './checkTexts.ts';
import { parseSource } from './typo.ts';

/** A node of the syntax tree, of which only the shape matters here. */
export type Node = Readonly<Record<string, unknown>>;

export const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;
export const isLiteral = (node: Node): node is Node & { value: string } =>
  node.type === 'StringLiteral' && typeof node.value === 'string';

/**
 * Finds the string literals of TypeScript sources. A literal is surely a key when it is (a branch of) the first
 * argument of `t(…)`, or when it begins like the file's own keys do; its namespaces are those that the file gives to
 * `useTranslation(…)`. The first argument of `textKey(…)` and `hasText(…)` is the name below which values have their texts:
 * the types say that each value has one, and that there is no other.
 * @throws Error as `file:line: what` for the first file with a typo
 */
export function scanSources(files: readonly string[]): UsedStrings {
  const anywhere = new Set<string>();
  const asKey: UsedStrings['asKey'][number][] = [];
  const ofValues = new Set<string>();
  for (const file of files) {
    const namespaces = new Set<string>();
    const keys = new Set<string>();
    visit(parseSource(file), (node) => {
      if (isLiteral(node)) anywhere.add(node.value);
      if (node.type !== 'CallExpression' || !isNode(node.callee) || !Array.isArray(node.arguments)) return;
      const first: unknown = node.arguments[0]?.expression;
      if (!isNode(first)) return;
      if (isNamed(node.callee.value) && isLiteral(first)) ofValues.add(first.value);
      if (node.callee.value === 'useTranslation' && isLiteral(first)) namespaces.add(first.value);
      if (node.callee.value === 't') for (const key of literalsOf(first)) keys.add(key);
    });
    for (const key of keys) asKey.push({ key, namespaces: [...namespaces], file });
  }
  return { anywhere, asKey, ofValues };
}

const isNamed = (callee: unknown): boolean => callee === 'textKey' || callee === 'hasText';

/** Visits every node but the sources of imports, which are no texts. */
export function visit(value: unknown, see: (node: Node) => void): void {
  if (Array.isArray(value)) {
    for (const item of value) visit(item, see);
  } else if (isNode(value)) {
    if (value.type === 'ImportDeclaration') return;
    see(value);
    for (const child of Object.values(value)) visit(child, see);
  }
}

/** The literals an expression can come to: itself, or the branches of a condition. Tables are checked as a whole. */
function literalsOf(expression: Node): string[] {
  if (isLiteral(expression)) return [expression.value];
  if (expression.type !== 'ConditionalExpression') return [];
  return [expression.consequent, expression.alternate].flatMap((branch) => (isNode(branch) ? literalsOf(branch) : []));
}
