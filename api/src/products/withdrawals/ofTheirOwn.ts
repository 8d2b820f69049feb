/**
 * What a member asked for. A deposit that was sent back says nothing of where they want their money, for anybody can send a
 * little from any address.
 */
export const ofTheirOwn = `origin <> 'deposit_return'`;
