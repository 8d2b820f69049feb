/** A thing has one word in each language. This is a word that it must not have. */
export interface OtherWord {
  /** The word of the thing. */
  readonly say: string;
  readonly never: RegExp;
  /** A text that says it wrong: proves that `never` finds it. */
  readonly wrong: string;
}

/** One text of the product, and where it stands. */
export interface Said {
  readonly file: string;
  readonly key: string;
  readonly text: string;
}

/** A text that keeps another word, and why it may. */
export interface Exception {
  readonly file: RegExp;
  /** Of the keys in that file; absent for all of them. */
  readonly key?: RegExp;
  /** The whole text; absent for any. */
  readonly text?: string;
  /** The word that it has another word for; absent for any. */
  readonly say?: string;
  readonly why: string;
}

/** Every text that has another word for a thing, one sentence each. */
export function otherWordsIn(
  said: readonly Said[],
  words: readonly OtherWord[],
  exceptions: readonly Exception[] = [],
): string[] {
  const faults: string[] = [];
  for (const { file, key, text } of said)
    for (const { say, never } of words) {
      const found = never.exec(text.replace(/\{\w+\}/g, '{}'))?.[0];
      if (found === undefined) continue;
      const isExcepted = exceptions.some(
        (each) =>
          each.file.test(file) &&
          (each.key?.test(key) ?? true) &&
          (each.text === undefined || each.text === text) &&
          (each.say === undefined || each.say === say),
      );
      if (!isExcepted) faults.push(`${file} ${key}: "${found}", where the product says ${say}: ${text}`);
    }
  return faults;
}
