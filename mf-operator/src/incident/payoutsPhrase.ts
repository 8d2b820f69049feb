/** What has to be typed before money goes on. */
export const payoutsPhrase = 'payouts';
