import { z } from 'zod';
import { termsDocuments } from '../../terms.ts';
import { time } from '../fields.ts';
import { freshCode, reason } from './fields.ts';

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
  publishTerms: {
    summary: 'Publish the next version; members are told, and move no money until they agree',
    params: z.strictObject({ document }),
    body: z.strictObject({
      texts: z.strictObject({ en: markdown, jp: markdown, zh: markdown, ko: markdown }),
      reason,
      code: freshCode,
    }),
    response: version,
  },
};
