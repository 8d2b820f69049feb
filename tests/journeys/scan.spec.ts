import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { chromiumPath, launchArguments } from '../support/browser.ts';
import { filmOfCode } from '../support/cameraFilm.ts';
import { enter, expect, phone, test } from '../support/fixtures.ts';
import { textsOf } from '../support/texts.ts';

const address = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const executablePath = chromiumPath();

for (const allowed of [true, false])
  test(
    allowed ? 'an address is read from a QR code before the camera' : 'who gives no camera is shown what to do',
    async ({ product }) => {
      const text = textsOf('en');
      const folder = mkdtempSync(join(tmpdir(), 'trellis-film-'));
      const film = join(folder, 'code.y4m');
      filmOfCode(film, `tron:${address}?amount=5`);
      const server = await chromium.launchServer({
        ...(executablePath !== undefined && { executablePath }),
        args: [...launchArguments, '--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${film}`],
      });
      const browser = await chromium.connect(server.wsEndpoint());
      try {
        const context = await phone(browser, 'en');
        if (allowed) await context.grantPermissions(['camera'], { origin: product.origin });
        await enter(context, product, 'demo');
        const page = await context.newPage();
        await page.goto(`${product.origin}/wallet/withdrawal`);
        await page.getByRole('button', { name: text('wallet', 'withdrawal.scan') }).click();
        if (process.env.SHOTS) {
          await page.waitForTimeout(allowed ? 150 : 600);
          await page.screenshot({ path: `${process.env.SHOTS}/scan-${allowed}.png` });
        }
        const field = page.getByRole('textbox', { name: text('wallet', 'withdrawal.address') });
        if (allowed) {
          await expect(field).toHaveValue(address);
          await expect(page.getByRole('dialog')).toHaveCount(0);
        } else {
          await expect(page.getByRole('dialog')).toContainText(text('wallet', 'withdrawal.noCamera'));
          await expect(field).toHaveValue('');
        }
      } finally {
        // Asked to close, a browser whose camera is a film was once seen to hang.
        await server.kill();
        rmSync(folder, { recursive: true, force: true });
      }
    },
  );
