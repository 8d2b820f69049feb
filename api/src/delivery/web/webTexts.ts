import type { Language } from '@trellis/api-contract';
import en from './texts/en.json' with { type: 'json' };
import jp from './texts/jp.json' with { type: 'json' };
import ko from './texts/ko.json' with { type: 'json' };
import zh from './texts/zh.json' with { type: 'json' };

interface WebTexts {
  /** What the product is, for who finds it by a search. */
  readonly about: string;
  /** Of the picture on a home screen: where one gets from there, and what its sample shows. */
  readonly places: {
    readonly wallet: string;
    readonly records: string;
    readonly deposit: string;
    readonly team: string;
  };
  /** The page for whoever never logged in. */
  readonly landing: {
    readonly title: string;
    /** Each with what it means. */
    readonly facts: readonly (readonly string[])[];
    readonly register: string;
    readonly logIn: string;
    readonly runBy: string;
    readonly terms: string;
    readonly service: string;
    readonly rewards: string;
  };
  /** The card in place of a shell that did not come; `details` are code, chunk, type and address. */
  readonly guard: {
    readonly title: string;
    readonly text: string;
    readonly retry: string;
    readonly details: readonly string[];
  };
  /** The page in place of a shell that this browser cannot run. */
  readonly old: { readonly title: string; readonly text: string };
  /** The page of a browser that keeps none, without a network. */
  readonly offline: { readonly title: string; readonly text: string };
  readonly noScript: string;
  /** The page in place of a document that could not be made. */
  readonly failure: {
    readonly title: string;
    readonly text: string;
    readonly retry: string;
    readonly language: string;
  };
}

/** What the server itself says on pages, where no shell is there to say it. */
export const webTexts: Readonly<Record<Language, WebTexts>> = { en, jp, zh, ko };
