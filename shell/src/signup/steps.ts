import { normalizeInvitation } from '@trellis/api-contract';
import type { KeptInvitation } from './draft.ts';
import type { SignupField } from './validate.ts';

/** The opening page and the three pages of the registration; the address has it, so that a reload loses nothing. */
export const steps = [0, 1, 2, 3] as const;
export type Step = (typeof steps)[number];
export const lastStep = 3;

/** What each of them has to have before the next. */
export const fieldsOfStep: Readonly<Record<Step, readonly SignupField[]>> = {
  0: ['invitationCode', 'side'],
  1: ['email', 'emailCode'],
  2: ['username', 'password', 'passwordAgain'],
  3: ['invitationCode', 'side', 'termsAccepted'],
};

/** What an invitation link says: `/signup?code=X&side=left`. */
export function readInvitation(search: URLSearchParams): KeptInvitation {
  const code = search.get('code');
  const side = search.get('side');
  return {
    ...(code && { invitationCode: normalizeInvitation(code.trim().slice(0, 64)) }),
    ...((side === 'left' || side === 'right') && { side }),
  };
}

/** Which page an address means: an invitation begins with whose it is, anybody else with the first entries. */
export function readStep(search: URLSearchParams): Step {
  const named = search.get('step');
  const step = steps.find((each) => String(each) === named);
  return step ?? (search.get('code') ? 0 : 1);
}

/** The address of a step with the invitation that is known. */
export function stepAddress(invited: KeptInvitation, step: Step): string {
  const search = new URLSearchParams();
  if (invited.invitationCode) search.set('code', invited.invitationCode);
  if (invited.side) search.set('side', invited.side);
  if (step !== (invited.invitationCode ? 0 : 1)) search.set('step', String(step));
  const text = search.toString();
  return text === '' ? '/signup' : `/signup?${text}`;
}

/** Where another invitation and another side are chosen. */
export const changeAddress = stepAddress({}, 0);
