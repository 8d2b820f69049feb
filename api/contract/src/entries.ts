import type { CodedKind } from './notices/codedTexts.ts';

/** A refusal of the error catalogue. */
export interface ErrorEntry {
  readonly status: number;
  readonly title: string;
  /** Whether the refusal of an idempotent call is stored with its key, so that a late retry gets the same answer. */
  readonly stored?: boolean;
}

/** What a member sees of a journal: the kind of the record, by what it does to an account of theirs. */
export interface JournalEntry {
  /** Of what adds to the account. */
  readonly plus?: string;
  /** Of what takes from it. */
  readonly minus?: string;
  /** All that it does to a member's accounts is one action of theirs: one record in their list. */
  readonly isOne?: boolean;
}

/** What a notice is about; members filter by it. */
export const noticeKinds = ['money', 'stake', 'team', 'security', 'system'] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/**
 * What is stored in a parameter: `text` as it is shown, money as `1,234.56 USD`; `time` as RFC 3339, `day` as `2026-03-09`,
 * `device` as `Chrome, Android` and a reason or choice as its code, which each reader's language shows in its own way. Days
 * were stored as the moment of their beginning once.
 */
export type NoticeParamKind = 'text' | 'time' | 'day' | 'device' | CodedKind;

export interface NoticeEntry {
  readonly kind: NoticeKind;
  readonly params: Readonly<Record<string, NoticeParamKind>>;
}
