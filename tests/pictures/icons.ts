/**
 * `npm run icons`: the mark as a phone's home screen shows it, into the API's pictures. `icon` has round corners of its own but for
 * the one of 180, which iOS rounds; `maskable` is cut by the phone, so the mark stays in its middle.
 */
import { join } from 'node:path';
import { chromium } from 'playwright';
import { markPaths } from '../../api/src/testing/index.ts';
import { headlessPath, launchArguments } from '../support/browser.ts';
import { projectRoot } from '../support/product.ts';

/** @param share of the picture's width that the mark takes */
const svg = (size: number, radius: number, share: number): string => {
  const scale = (size * share) / 24;
  const corner = (size * (1 - share)) / 2;
  const [strong, between] = markPaths;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" style="display:block">
<rect width="${size}" height="${size}" rx="${size * radius}" fill="#122063"/>
<g transform="translate(${corner} ${corner}) scale(${scale})"><path fill="#fff" d="${strong}"/><path fill="#7f9bf5" d="${between}"/></g></svg>`;
};

const executablePath = headlessPath();
const browser = await chromium.launch({
  args: launchArguments,
  ...(executablePath === undefined ? {} : { executablePath }),
});
for (const [name, size, radius, share] of [
  ['icon-180', 180, 0, 0.62],
  ['icon-192', 192, 0.22, 0.66],
  ['icon-512', 512, 0.22, 0.66],
  ['maskable-192', 192, 0, 0.54],
  ['maskable-512', 512, 0, 0.54],
] as const) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<body style="margin:0;background:transparent">${svg(size, radius, share)}</body>`);
  const path = join(projectRoot, 'api/src/delivery/web/pictures', `${name}.png`);
  await page.screenshot({ path, omitBackground: true });
  await page.close();
}
await browser.close();
