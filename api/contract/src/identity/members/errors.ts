import type { ErrorEntry } from '../../entries.ts';

export const memberErrors = {
  'member.username_format': { status: 422, title: 'Username format is incorrect' },
  'member.username_taken': { status: 409, title: 'This username is taken' },
  /** It is nobody's, and looks like the name of a member, who would be sent or asked for money by mistake. */
  'member.username_confusable': {
    status: 409,
    title: 'This username looks like another member’s. Choose a different one',
  },
  'member.email_format': { status: 422, title: 'Invalid Email Format' },
  'member.invitation_unknown': { status: 422, title: 'Invitation Code Does Not Exist' },
  'member.entries_differ': { status: 422, title: 'Entries Do Not Match' },
  'member.terms_required': { status: 422, title: 'Please agree to the terms' },
  'member.password_weak': { status: 422, title: 'Choose a stronger password' },
  'member.old_password_incorrect': { status: 422, title: 'Old Login Password Incorrect' },
  'member.email_taken': { status: 409, title: 'This e-mail address can’t be used' },
  'member.search_unknown': { status: 404, title: 'Search User Does Not Exist' },
  'member.suspended': { status: 403, title: 'Restricted Access: Your account is currently suspended' },
  'member.country_needed': { status: 422, title: 'Tell us which country you live in first' },
  'member.country_known': { status: 409, title: 'You’ve already told us your country. Support can change it' },
  'member.security_lock': { status: 403, title: 'Locked for your safety until {until}' },
} as const satisfies Record<string, ErrorEntry>;
