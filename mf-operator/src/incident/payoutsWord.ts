/** What has to be typed before money goes on. */
export const payoutsWord = 'payouts';
