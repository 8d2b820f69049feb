/** Outlines that only this feature uses, on a 24 by 24 grid. */
export const depositIcon = { path: 'M12 3v12m-5-5 5 5 5-5M4 20h16' };
export const withdrawIcon = { path: 'M12 15V3M7 8l5-5 5 5M4 20h16' };
export const exchangeIcon = { path: 'M4 8h15m-4-4 4 4-4 4M20 16H5m4-4-4 4 4 4' };
export const stakeIcon = { path: 'm12 3 9 5-9 5-9-5zM3 12.5l9 5 9-5M3 17l9 5 9-5' };
export const openingIcon = { path: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6' };
