import { suspensionCauseTexts } from '../identity/members/suspensions.ts';
import { deviceText } from '../identity/security/devices.ts';
import type { Language } from '../languages.ts';
import { maturityOptionTexts, maturityReasonTexts } from '../products/stakes/stakes.ts';
import { rejectionCauseTexts } from '../products/withdrawals/withdrawals.ts';

type Texts = Readonly<Record<string, Readonly<Record<Language, string>>>>;

/** Parameters of notices and mails that are codes, with what is said for each. */
const codedTexts = {
  suspensionCause: suspensionCauseTexts,
  rejectionCause: rejectionCauseTexts,
  maturityReason: maturityReasonTexts,
  maturityChoice: maturityOptionTexts,
} as const satisfies Readonly<Record<string, Texts>>;

export type CodedKind = keyof typeof codedTexts;

/**
 * A parameter of a notice or mail as its reader is told it: a code in their language, a device by its name, anything else as
 * it is. Codes were stored as sentences once; such a sentence stays.
 */
export function paramText(kind: string, value: string, language: Language): string {
  if (kind === 'device') return deviceText(value, language);
  const texts: Texts = Object.hasOwn(codedTexts, kind) ? codedTexts[kind as CodedKind] : {};
  return texts[value]?.[language] ?? value;
}
