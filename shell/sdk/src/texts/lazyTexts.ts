import type { ScreenModule } from '../loading/lazyScreen.tsx';
import type { TextBundle } from './bundle.ts';
import { addTexts } from './texts.ts';

/** Makes loaders of screens that fetch a bundle of texts side by side with the screen. Its failure is the screen's. */
export const lazyTexts =
  (bundle: TextBundle) =>
  (load: () => Promise<ScreenModule>): (() => Promise<ScreenModule>) =>
  async () => {
    const [screen] = await Promise.all([load(), addTexts(bundle)]);
    return screen;
  };
