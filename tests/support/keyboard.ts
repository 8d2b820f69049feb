import { expect, type Locator, type Page } from '@playwright/test';

/** No screen has more stops than this between two that a member wants. */
const mostStops = 80;

/**
 * Goes with the Tab key (backwards: with Shift) until the focus is on `target`. At each stop on the way it must be seen
 * where the focus is, and nothing may cover it.
 */
export async function tabTo(page: Page, target: Locator, backwards = false): Promise<void> {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < mostStops; stop += 1) {
    await page.keyboard.press(backwards ? 'Shift+Tab' : 'Tab');
    expect(await faultOfFocus(page)).toBe('');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`the keyboard does not reach ${target} within ${mostStops} stops`);
}

/** What keeps somebody who looks from knowing where the focus is; '' when nothing does. */
function faultOfFocus(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const element = document.activeElement;
    // Past the last stop the focus is with the browser's own controls.
    if (!(element instanceof HTMLElement) || element === document.body) return '';
    const name = `${element.localName}.${element.className} “${(element.ariaLabel ?? element.textContent).slice(0, 30)}”`;
    // A sheet may still be on its way up, and a scroll into view on its own.
    const moving = document.getAnimations().filter(({ effect, playState }) => {
      if (!(effect instanceof KeyframeEffect) || playState !== 'running') return false;
      return effect.getComputedTiming().iterations !== Number.POSITIVE_INFINITY && effect.target?.contains(element);
    });
    await Promise.allSettled(moving.map(({ finished }) => finished));
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const isOutlined = (subject: Element, part?: string) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(subject, part);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
    };
    // An input is shown by the frame that it stands in, a card by what covers it.
    const frames = [element, element.parentElement, element.parentElement?.parentElement].filter((each) => !!each);
    if (!frames.some((frame) => isOutlined(frame)) && !isOutlined(element, '::after'))
      return `${name}: no focus is seen`;
    const box = element.getBoundingClientRect();
    const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)];
    const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)];
    if (right <= left || bottom <= top) return `${name}: out of sight`;
    const above = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const isSeen = above !== null && (frames.some((frame) => frame.contains(above)) || above.contains(element));
    return isSeen ? '' : `${name}: covered by ${above?.localName}.${above?.className}`;
  });
}
