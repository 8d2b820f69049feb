/** A browser that is not Chromium, driven by its own protocol: as little of it as a journey needs. */
export interface RealBrowser {
  readonly name: string;
  /** Opens an address, and waits until the document is loaded. */
  open(address: string): Promise<void>;
  /** Evaluates an expression on the page, and waits for it. @returns what JSON can carry of it */
  evaluate(expression: string): Promise<unknown>;
  /** Presses and releases at a point of the window, in CSS pixels. */
  press(x: number, y: number): Promise<void>;
  /** Types into what has the focus, key by key. */
  type(text: string): Promise<void>;
  /** Ends the browser and whatever was started for it. */
  close(): Promise<void>;
}

/** Starts a browser, or says in a few words what is not installed. */
export type Start = () => Promise<RealBrowser | string>;

/** A press and a release at a point, as the actions of WebDriver and of WebDriver BiDi have it. */
export const pressActions = (x: number, y: number): object[] => [
  { type: 'pointerMove', duration: 0, x: Math.round(x), y: Math.round(y) },
  { type: 'pointerDown', button: 0 },
  { type: 'pointerUp', button: 0 },
];

/** A text key by key, as above. */
export const typeActions = (text: string): object[] =>
  [...text].flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]);

/** How wide and high the page is: the phone of the design. */
export const phoneSize = { width: 375, height: 812 } as const;

/** Asks until it is so. @throws Error naming what was waited for */
export async function until<Result>(what: string, ask: () => Promise<Result | undefined | false>): Promise<Result> {
  const giveUpAt = Date.now() + 60_000;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (Date.now() > giveUpAt) throw new Error(`waited in vain: ${what}`);
    await new Promise((next) => setTimeout(next, 100));
  }
}
