/** Outlines that only this feature uses, on a 24 by 24 grid, and home among its screens. */
export const depositIcon = { path: 'M12 3v12m-5-5 5 5 5-5M4 20h16' };
export const withdrawIcon = { path: 'M12 15V3M7 8l5-5 5 5M4 20h16' };
export const exchangeIcon = { path: 'M4 8h15m-4-4 4 4-4 4M20 16H5m4-4-4 4 4 4' };
export const openingIcon = { path: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6' };
export const listIcon = { path: 'M8 6h12M8 12h12M8 18h12M4 6v.01M4 12v.01M4 18v.01' };
export const bookIcon = { path: 'M5 4h12a2 2 0 0 1 2 2v14H7a2 2 0 0 1-2-2zM5 18a2 2 0 0 1 2-2h12M9 8h6' };
export const transferIcon = { path: 'm20 4-6.5 17-3.5-7.5L2.5 10zM20 4l-10 9.5' };
export const lockIcon = {
  path: 'M7 10.5h10a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2v-6a2 2 0 0 1 2-2zM8 10.5V8a4 4 0 0 1 8 0v2.5',
};
export const shieldIcon = {
  path: 'M12 3 5 5.5V11c0 4.5 3 8 7 10 4-2 7-5.5 7-10V5.5zM9 11.5l2.2 2.2 4.3-4.3',
};
export const inviteIcon = { path: 'M10 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM2 21a8 8 0 0 1 16 0M19 8v6M16 11h6' };
