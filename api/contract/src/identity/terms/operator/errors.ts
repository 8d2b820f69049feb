import type { ErrorEntry } from '../../../entries.ts';

export const termsOperatorErrors = {
  'terms.form': {
    status: 422,
    title: 'The text in {language} needs a line “# title”, then sections: “## heading” and text below',
  },
  'terms.base': { status: 409, title: 'Another version is now in force. Read it and request yours again' },
  'terms.asked': { status: 409, title: 'Another version of this document is waiting for a second person' },
  'terms.sections_differ': { status: 422, title: 'The text in {language} has a different number of sections from en' },
} as const satisfies Record<string, ErrorEntry>;
