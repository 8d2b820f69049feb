/** Not whole: enough to compare an address with what a caller says, too little to write to. */
export const maskedEmail = (email: string): string => email.replace(/^(.).*@/, '$1***@');
