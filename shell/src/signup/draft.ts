/**
 * The registration form as far as it got, for this tab only: it survives the way to `/verifyEmail` and back. Never a
 * password and never a code.
 */
export interface SignupDraft {
  readonly email: string;
  readonly username: string;
  readonly invitationCode: string;
  readonly side: 'left' | 'right' | '';
  readonly termsAccepted: boolean;
}

/** Proof that an address is the visitor's own, got for a code. */
export interface VerifiedEmail {
  readonly email: string;
  readonly ticket: string;
  /** RFC 3339; after it the proof is of no use. */
  readonly expiresAt: string;
}

/** When and where a code was sent, so that both pages show the same countdown. */
export interface SentCode {
  readonly purpose: 'register' | 'resetPassword';
  readonly email: string;
  /** Milliseconds since 1970. */
  readonly resendAt: number;
  /** Development only: where the mail can be read. */
  readonly mailbox?: string | undefined;
}

/** What the link of the registration says, and its address with it. */
export type KeptInvitation = Partial<Pick<SignupDraft, 'invitationCode' | 'side'>>;

interface Drawers {
  readonly draft: SignupDraft;
  readonly verified: VerifiedEmail;
  readonly sent: SentCode;
  readonly invited: KeptInvitation;
}

const storageKey = (drawer: keyof Drawers): string => `signup.${drawer}`;

export function keep<Drawer extends keyof Drawers>(drawer: Drawer, value: Drawers[Drawer]): void {
  try {
    sessionStorage.setItem(storageKey(drawer), JSON.stringify(value));
  } catch {
    // Without storage the form is filled in again; nothing else is lost.
  }
}

export function recall<Drawer extends keyof Drawers>(drawer: Drawer): Drawers[Drawer] | undefined {
  try {
    const text = sessionStorage.getItem(storageKey(drawer));
    return text === null ? undefined : (JSON.parse(text) as Drawers[Drawer]);
  } catch {
    return undefined;
  }
}

/** Forgets the registration of this tab, or one part of it. */
export function forget(...drawers: readonly (keyof Drawers)[]): void {
  for (const drawer of drawers) {
    try {
      sessionStorage.removeItem(storageKey(drawer));
    } catch {
      // See keep.
    }
  }
}

/** The proof for this address, while it is worth something. */
export function verifiedEmail(email: string, now: number): VerifiedEmail | undefined {
  const verified = recall('verified');
  if (!verified || verified.email !== email || Date.parse(verified.expiresAt) <= now) return undefined;
  return verified;
}

interface Passwords {
  readonly password: string;
  readonly passwordAgain: string;
}
const heldForMs = 10 * 60_000;
let held: (Passwords & { readonly until: number }) | undefined;

/** Holds what was typed on the way to another page of the registration: in this page's memory alone, and for minutes. */
export function holdPasswords(typed: Passwords | undefined): void {
  held = typed && { password: typed.password, passwordAgain: typed.passwordAgain, until: Date.now() + heldForMs };
}

/** What is held, or nothing typed yet. */
export function heldPasswords(): Passwords {
  if (held === undefined || held.until < Date.now()) return { password: '', passwordAgain: '' };
  return { password: held.password, passwordAgain: held.passwordAgain };
}
