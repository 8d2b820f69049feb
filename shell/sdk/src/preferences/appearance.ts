import { createPreference, usePreference } from './preference.ts';

/** Factor on every font size: text tied to the viewport does not follow the browser's own zoom. */
export const textScale = createPreference({
  key: 'textScale',
  attribute: 'data-text-scale',
  values: ['1', '0.9', '1.15', '1.3', '1.5', '2'],
});
export type TextScale = (typeof textScale.values)[number];

/** `device` follows the device's own setting. */
export const theme = createPreference({
  key: 'theme',
  attribute: 'data-theme',
  values: ['device', 'light', 'dark'],
});
export type Theme = (typeof theme.values)[number];

export const useTextScale = () => usePreference(textScale);
export const useTheme = () => usePreference(theme);
