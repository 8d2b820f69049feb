import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '@trellis/api-contract';
import { projectRoot } from './product.ts';

type Texts = Readonly<Record<string, string>>;

const readTexts = (file: string): Texts => JSON.parse(readFileSync(join(projectRoot, file), 'utf8')) as Texts;

/** As patterns: texts of one namespace may lie in several folders. */
const files = {
  shell: (language: Language) => `shell/src/texts/shell.${language}.json`,
  install: (language: Language) => `shell/src/install/texts/${language}.json`,
  lock: (language: Language) => `shell/src/lock/texts/${language}.json`,
  push: (language: Language) => `shell/src/push/texts/${language}.json`,
  access: (language: Language) => `shell/src/access/texts.${language}.json`,
  errors: (language: Language) =>
    `{shell/sdk/src/texts/errors.${language}.json,api/contract/src/*/*/texts/errors/${language}.json}`,
  kit: (language: Language) => `shell/kit/src/texts/kit.${language}.json`,
  sdk: (language: Language) => `shell/sdk/src/texts/sdk.${language}.json`,
  wallet: (language: Language) =>
    `{mf-wallet/src/{texts,*/texts},api/contract/src/*/*/texts/journals}/${language}.json`,
  team: (language: Language) => `mf-team/src/{texts,*/texts}/${language}.json`,
  plan: (language: Language) => `mf-plan/src/{texts,*/texts}/${language}.json`,
  account: (language: Language) =>
    `{mf-account/src/{texts,*/texts},api/contract/src/*/*/texts/{notices,journals}}/${language}.json`,
  operator: (language: Language) => `mf-operator/src/**/texts/${language}.json`,
} as const;

type Namespace = keyof typeof files;

/** Reads the very texts the product ships: `text('wallet', 'transfer.title')`, with `{name}` filled in. */
export function textsOf(language: Language) {
  const cache = new Map<Namespace, Texts>();
  return (namespace: Namespace, key: string, values: Record<string, string | number> = {}): string => {
    const texts =
      cache.get(namespace) ??
      (Object.assign({}, ...globSync(files[namespace](language), { cwd: projectRoot }).map(readTexts)) as Texts);
    cache.set(namespace, texts);
    const text = texts[key];
    if (text === undefined) throw new Error(`no text ${namespace}:${key} in ${language}`);
    return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
  };
}
