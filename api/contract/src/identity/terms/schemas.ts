import { z } from 'zod';
import { language, time } from '../../schemas/fields.ts';
import { termsDocuments } from './terms.ts';

const document = z.enum(termsDocuments);
const version = z.int().min(1).max(2_147_483_647);
const versions = z.array(z.strictObject({ document, version }));

export const termsSchemas = {
  getDocument: {
    summary: 'The current version of a document that members agree to',
    params: z.strictObject({ document }),
    query: z.strictObject({ language }),
    response: z.strictObject({
      document,
      version,
      publishedAt: time,
      title: z.string(),
      sections: z.array(z.strictObject({ heading: z.string(), paragraphs: z.array(z.string()) })),
    }),
  },
  getTermsDue: {
    summary: 'Which documents I still have to agree to',
    /** Current versions that the member has not accepted. */
    response: z.strictObject({ due: versions }),
  },
  acceptTerms: {
    summary: 'Agree to the current version of documents',
    /** What the member has been shown; refused if it is not current any more. */
    body: z.strictObject({ accepted: versions.min(1).max(termsDocuments.length) }),
    response: z.strictObject({ due: versions }),
  },
};
