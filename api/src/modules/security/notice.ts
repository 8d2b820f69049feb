/** Things of an account's security that its owner finds in their notifications. */
export type SecurityEvent =
  | 'newDevice'
  | 'passwordChanged'
  | 'passwordReset'
  | 'googleBound'
  | 'googleUnbound'
  | 'recoveryCodeUsed'
  | 'emailChanged'
  | 'accountFrozen'
  | 'sessionEnded';

export interface SecurityNotices {
  /** Inside the caller's transaction. */
  add(notice: {
    readonly memberId: string;
    readonly kind: 'security';
    readonly template: SecurityEvent;
    readonly params: Readonly<Record<string, string>>;
  }): Promise<void>;
}
