/** Outlines that only this feature uses, on a 24 by 24 grid. */
export const shieldIcon = { path: 'M12 3 5 5.5V11c0 4.5 3 8 7 10 4-2 7-5.5 7-10V5.5zM9 11.5l2.2 2.2L15.5 9.5' };
export const chatIcon = { path: 'M4 5h16v12H10l-5 4v-4H4z' };
export const fileIcon = { path: 'M6 3h8l5 5v13H6zM14 3v5h5M9 13h7M9 17h7' };
export const keyIcon = { path: 'M15 5a4 4 0 1 1-2.8 6.8L6 18H4v-2l6.2-6.2A4 4 0 0 1 15 5zM15.5 8.5h.01' };
export const lockIcon = { path: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3' };
export const mailIcon = { path: 'M3 6h18v12H3zM3 7l9 7 9-7' };
export const deviceIcon = { path: 'M8 3h8v18H8zM11 18h2' };
export const outIcon = { path: 'M12 15V3M7 8l5-5 5 5M4 20h16' };
export const coinsIcon = { path: 'M12 3v12m-5-5 5 5 5-5M4 20h16' };
export const stackIcon = { path: 'm12 3 9 5-9 5-9-5zM3 12.5l9 5 9-5M3 17l9 5 9-5' };
export const megaphoneIcon = { path: 'M4 10v4h3l9 5V5l-9 5zM19 10v4M8 14l1 6h3l-1-4.5' };
export const bookIcon = { path: 'M5 4h14v16H5zM9 4v16M12 9h4M12 13h4' };
export const searchIcon = { path: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zm5 12 4 4' };
