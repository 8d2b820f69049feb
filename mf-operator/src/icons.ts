/** Outlines that only this feature uses, on a 24 by 24 grid. */
export const findIcon = { path: 'M4 10.5a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0M15.5 15.5 20.5 20.5' };
export const moreIcon = { path: 'M5.5 12v.01M12 12v.01M18.5 12v.01' };
export const homeIcon = { path: 'M4 11.5 12 4l8 7.5V20h-5.5v-5h-5v5H4z' };
export const withdrawalsIcon = { path: 'M12 15V3M7 8l5-5 5 5M4 20h16' };
export const depositsIcon = { path: 'M12 3v12M7 10l5 5 5-5M4 20h16' };
export const releasesIcon = { path: 'M12 3 20 7.5v9L12 21l-8-4.5v-9zM4 7.5l8 4.5 8-4.5M12 12v9' };
export const inquiriesIcon = { path: 'M4 5h16v11H10l-4 4v-4H4zM8 9h8M8 12h5' };
export const membersIcon = { path: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 20c1-4 4-6 8-6s7 2 8 6' };
export const auditIcon = { path: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6' };
export const noticesIcon = { path: 'M4 10v4h3l9 5V5l-9 5zM19 10v4M8 14l1 6h3l-1-4.5' };
export const operatorsIcon = { path: 'M8 19.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM11.5 11.5l8-8M16 7l3 3' };
export const logOutIcon = { path: 'M10 4H5v16h5M14 8l4 4-4 4M18 12H9' };
export const incidentIcon = { path: 'M12 3 22 20H2zM12 9v5M12 17v.5' };
export const approvalsIcon = { path: 'M4 12.5 9 17.5 20 6.5M4 7h8' };
export const solvencyIcon = { path: 'M5 7c0-4 14-4 14 0v10c0 4-14 4-14 0zM5 7c0 4 14 4 14 0M5 12c0 4 14 4 14 0' };
export const ratesIcon = { path: 'M4 17 10 11 14 15 20 7M15 7h5v5' };
export const rulesIcon = {
  path: 'M4 8h9M17 8h3M4 16h3M11 16h9M15 6a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM9 14a2 2 0 1 0 0 4 2 2 0 0 0 0-4z',
};
export const adjustmentsIcon = {
  path: 'M12 4v16M7 20h10M5 7h14M5 7l-2.5 6a2.7 2.7 0 0 0 5 0zM19 7l-2.5 6a2.7 2.7 0 0 0 5 0z',
};
