import { type RealBrowser, until } from './realBrowser.ts';

/** What a person does on a page: looks for a thing by its name, presses it, types. */
export interface User {
  /** Waits until this text stands on the page. */
  sees(text: string): Promise<void>;
  /** Waits until the page has this path. */
  isAt(path: string): Promise<void>;
  /** Presses a link or button of this name; of several the topmost layer's first. `part`: the name has more to it. */
  taps(name: string, part?: boolean): Promise<void>;
  /** Puts a text into the field whose label begins so: alongside it stands what is available. */
  fills(label: string, text: string): Promise<void>;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Runs on the page: the point to press for a name, if it is there, in sight and not covered. */
const pointOf = `((kinds, name, part) => {
  const dialog = document.querySelector('dialog[open]');
  const nameOf = (element) =>
    (element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent).replace(/\\s+/g, ' ').trim();
  const target = [...(dialog ?? document).querySelectorAll(kinds)].find((element) =>
    element.getClientRects().length > 0 && !element.disabled &&
    (part ? nameOf(element).includes(name) : nameOf(element) === name || (element.labels && nameOf(element).startsWith(name))));
  if (!target) return null;
  target.scrollIntoView({ block: 'center', behavior: 'instant' });
  const box = target.getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  // A sheet that is still rising begins below the window.
  if (y < 0 || y >= Math.min(innerHeight, visualViewport.height)) return null;
  const above = document.elementFromPoint(x, y);
  // While one screen passes into another, the browser shows pictures of both over the page.
  return above && above !== document.documentElement && (target.contains(above) || above.contains(target)) ? { x, y } : null;
})`;

const focusedLabel = `document.activeElement?.labels?.[0]?.textContent.trim() ?? ''`;

const [actions, fields] = ['a, button, [role=button]', 'input, textarea'];

/** A user of this browser. */
export function userOf(browser: RealBrowser): User {
  const press = async (kinds: string, name: string, part = false): Promise<void> => {
    const question = `${pointOf}(${[kinds, name, part].map((value) => JSON.stringify(value)).join()})`;
    let before: Point | null | undefined;
    const { x, y } = await until(`“${name}” at rest`, async () => {
      const point = (await browser.evaluate(question)) as Point | null | undefined;
      // What is still moving, as a rising sheet, is somewhere else by the time that it is pressed.
      const isAtRest = point && point.x === before?.x && point.y === before.y;
      before = point;
      return isAtRest ? point : undefined;
    });
    await browser.press(x, y);
  };
  return {
    sees: async (text) => {
      // As people read: an amount and its unit are joined by a space of another kind.
      const words = async () => String(await browser.evaluate('document.body.innerText')).replaceAll(/\s+/g, ' ');
      try {
        await until(`“${text}” is seen`, async () => (await words()).includes(text));
      } catch (error) {
        throw new Error(`${(error as Error).message}, the page says: ${await words()}`);
      }
    },
    isAt: async (path) => {
      // Between two documents there is none to ask.
      const now = () => browser.evaluate('location.pathname').catch(() => undefined);
      await until(`the page is ${path}`, async () => (await now()) === path);
    },
    taps: (name, part) => press(actions, name, part),
    fills: async (label, text) => {
      // A page that is just being drawn may take the field away under the finger: then it is pressed again.
      await until(`the focus in “${label}”`, async () => {
        await press(fields, label);
        return String(await browser.evaluate(focusedLabel)).startsWith(label);
      });
      await browser.type(text);
      const value = String(await browser.evaluate('document.activeElement.value'));
      if (value !== text) throw new Error(`“${label}” holds “${value}”, not what was typed`);
    },
  };
}
