import { z } from 'zod';
import { time } from '../../../schemas/fields.ts';
import { approvalRequested, freshCode, reason } from '../../../schemas/operatorFields.ts';
import { termsDocuments } from '../terms.ts';

const document = z.enum(termsDocuments);
const version = z.strictObject({ document, version: z.int().min(1), publishedAt: time });

/** `# ` before the title, `## ` before each section, an empty line between paragraphs. */
const markdown = z.string().max(200_000).meta({ description: '# title, ## sections, paragraphs' });

/** Versions of what members agree to. */
export const termsOperatorSchemas = {
  listTermsVersions: {
    summary: 'Every version of what members agree to, newest first',
    response: z.strictObject({ versions: z.array(version) }),
  },
  askTerms: {
    summary: 'Ask for the next version of what members agree to, which a second admin approves',
    params: z.strictObject({ document }),
    body: z.strictObject({
      /** The version in force, which this one follows: whoever has not seen it asks for nothing. */
      base: z.int().min(0),
      texts: z.strictObject({ en: markdown, jp: markdown, zh: markdown, ko: markdown }),
      reason,
      code: freshCode,
    }),
    response: approvalRequested,
  },
};
