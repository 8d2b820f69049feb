/** The documents that members agree to, named as their addresses. */
export const termsDocuments = ['terms', 'termservice'] as const;
export type TermsDocument = (typeof termsDocuments)[number];

/** A document in one language. */
export interface TermsText {
  readonly title: string;
  readonly sections: readonly { readonly heading: string; readonly paragraphs: readonly string[] }[];
}
