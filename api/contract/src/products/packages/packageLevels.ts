/** The levels of packages, from the least price to the highest as the product began. */
export const packageLevels = ['Clear', 'Bronze', 'Silver', 'Gold', 'Ruby', 'Sapphire', 'Emerald', 'Diamond'] as const;
export type PackageLevel = (typeof packageLevels)[number];
