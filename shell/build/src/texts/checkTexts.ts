import { type Language, languages } from '@trellis/api-contract';

/** Before a text that is still to be translated. */
export const draftMark = '⟂ ';

/** One namespace: its files' contents by language, and what the sources that use it say. */
export interface Namespace {
  readonly name: string;
  readonly texts: Readonly<Record<Language, Readonly<Record<string, string>>>>;
  readonly used: UsedStrings;
  /** When the keys are not the sources' to choose: exactly these must exist. */
  readonly exactly?: readonly string[];
  /** Keys that must exist, and that no source needs to name. */
  readonly required?: readonly string[];
  /** Whether a text may be still to be translated: in development. */
  readonly drafts?: boolean;
}

/** String literals of sources, as `scanSources` finds them. */
export interface UsedStrings {
  /** Every literal, wherever it stands: a key may go through a table. */
  readonly anywhere: ReadonlySet<string>;
  /** Literals that are surely keys, with the namespaces of the file they stand in. */
  readonly asKey: readonly { readonly key: string; readonly namespaces: readonly string[]; readonly file: string }[];
  /** Names below which values have their texts. */
  readonly ofValues?: ReadonlySet<string>;
}

/** Every fault of a namespace, one sentence each: missing, unused, not in all four languages, other parameters. */
export function checkTexts({ name, texts, used, exactly, required = [], drafts = false }: Namespace): string[] {
  const faults: string[] = [];
  const all = new Set(languages.flatMap((language) => Object.keys(texts[language])));
  for (const key of all) {
    const absent = languages.filter((language) => !Object.hasOwn(texts[language], key));
    if (absent.length > 0) faults.push(`${name}: "${key}" is not in ${absent.join(', ')}`);
    const empty = languages.filter((language) => texts[language][key]?.trim() === '');
    if (empty.length > 0) faults.push(`${name}: "${key}" is empty in ${empty.join(', ')}`);
    const untranslated = languages.filter((language) => texts[language][key]?.startsWith(draftMark));
    if (untranslated.length > 0 && !drafts)
      faults.push(`${name}: "${key}" is still to be translated into ${untranslated.join(', ')}`);
    const shapes = new Set(languages.flatMap((language) => parametersOf(texts[language][key])));
    if (shapes.size > 1) faults.push(`${name}: "${key}" has other {parameters} in some language`);
  }
  const keys = new Set([...all].map(withoutPlural));
  if (exactly) {
    for (const key of exactly) if (!keys.has(key)) faults.push(`${name}: "${key}" is missing`);
    for (const key of keys) if (!exactly.includes(key)) faults.push(`${name}: "${key}" is unused`);
    return faults;
  }
  for (const key of required) if (!keys.has(key)) faults.push(`${name}: "${key}" is missing`);
  for (const { key, namespaces, file } of used.asKey) {
    const [prefix, rest] = splitNamespace(key);
    const own = rest ?? key;
    const meant = rest === undefined ? namespaces.length === 1 && namespaces[0] === name : prefix === name;
    if (meant && !keys.has(own)) faults.push(`${name}: "${own}" is missing (${file})`);
  }
  const ofValues = [...(used.ofValues ?? [])];
  for (const each of ofValues)
    if (![...keys].some((key) => key.startsWith(`${each}.`))) faults.push(`${name}: nothing stands below "${each}"`);
  const isUsed = (key: string) =>
    used.anywhere.has(key) ||
    used.anywhere.has(`${name}:${key}`) ||
    required.includes(key) ||
    ofValues.some((each) => key.startsWith(`${each}.`));
  for (const key of keys) if (!isUsed(key)) faults.push(`${name}: "${key}" is unused`);
  return faults;
}

/** `kit:retry` names its namespace; a plain key has none. */
function splitNamespace(key: string): [prefix: string, rest: string | undefined] {
  const [prefix = '', rest] = key.split(':');
  return [prefix, rest];
}

/** One key without i18next's forms of a plural: our languages have these two. `stake.too_many` is none. */
export const withoutPlural = (key: string): string => key.replace(/_(?:one|other)$/, '');

const parametersOf = (text: string | undefined): string[] =>
  text === undefined
    ? []
    : [
        [...text.matchAll(/\{(\w+)\}/g)]
          .map(([, name]) => name)
          .sort()
          .join(),
      ];
