/** What a package is called by how its price was chosen. */
export const planTypeTexts = { level: 'package.planType.level', custom: 'package.planType.custom' } as const;
