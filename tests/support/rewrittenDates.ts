import type { APIResponse, BrowserContext, Page, Route } from '@playwright/test';
import { type LoaderAnswer, noticeTemplates } from '@trellis/api-contract';
import { contracts } from '@trellis/api-contract/schemas';
import { type Boundaries, dayMs } from '../../api/src/testing/index.ts';

type Kind = 'day' | 'moment';
/** What becomes of a day or a moment. @param path where it stands, such as `listRecords.records.at` */
type Turn = (text: string, kind: Kind, path: string) => string;

/** As zod keeps a schema: the parts of it that can hold a date. */
interface Schema {
  readonly _zod: {
    readonly def: {
      readonly type: string;
      readonly format?: string;
      readonly shape?: Readonly<Record<string, Schema>>;
      readonly element?: Schema;
      readonly innerType?: Schema;
      readonly valueType?: Schema;
      readonly out?: Schema;
      readonly options?: readonly Schema[];
    };
  };
  safeParse(value: unknown): { readonly success: boolean };
}

const momentPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;
const dayPattern = /^\d{4}-\d\d-\d\d$/;
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** An answer with each day and moment turned that its schema declares. */
function turned(schema: Schema | undefined, value: unknown, path: string, turn: Turn): unknown {
  if (value === null || value === undefined) return value;
  const { def } = schema?._zod ?? {};
  switch (def?.type) {
    case 'object':
      if (!isObject(value)) return value;
      return Object.fromEntries(
        Object.entries(value).map(([name, part]) => [
          name,
          name === 'params' && typeof value.template === 'string'
            ? noticeParams(value.template, part, `${path}.${value.template}`, turn)
            : turned(def.shape?.[name], part, `${path}.${name}`, turn),
        ]),
      );
    case 'array':
      return Array.isArray(value) ? value.map((part) => turned(def.element, part, path, turn)) : value;
    case 'record':
      if (!isObject(value)) return value;
      return Object.fromEntries(
        Object.entries(value).map(([name, part]) => [name, turned(def.valueType, part, `${path}.${name}`, turn)]),
      );
    case 'union':
      return turned(
        def.options?.find((option) => option.safeParse(value).success),
        value,
        path,
        turn,
      );
    case 'nullable':
    case 'optional':
      return turned(def.innerType, value, path, turn);
    case 'pipe':
      return turned(def.out, value, path, turn);
    case 'unknown':
      return reported(value, path, turn);
    case 'string':
      if (typeof value !== 'string') return value;
      if (def.format === 'datetime') return turn(value, 'moment', path);
      return def.format === 'date' ? turn(value, 'day', path) : value;
    default:
      return value;
  }
}

/** What a schema leaves open, such as what was approved: there the text itself says whether it is one. */
function reported(value: unknown, path: string, turn: Turn): unknown {
  if (Array.isArray(value)) return value.map((part) => reported(part, path, turn));
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [name, reported(part, `${path}.${name}`, turn)]),
    );
  if (typeof value !== 'string') return value;
  if (momentPattern.test(value)) return turn(value, 'moment', path);
  return dayPattern.test(value) ? turn(value, 'day', path) : value;
}

/** A notice's template says what its parameters are. */
function noticeParams(template: string, params: unknown, path: string, turn: Turn): unknown {
  const kinds: Readonly<Record<string, string>> | undefined =
    noticeTemplates[template as keyof typeof noticeTemplates]?.params;
  if (!isObject(params)) return params;
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      if (typeof value !== 'string' || (kinds?.[name] !== 'time' && kinds?.[name] !== 'day')) return [name, value];
      return [name, turn(value, kinds[name] === 'time' ? 'moment' : 'day', `${path}.${name}`)];
    }),
  );
}

/** Gives every answer of the API other days and moments, and keeps which it gave. */
export class RewrittenDates {
  readonly moments = new Set<number>();
  readonly days = new Set<number>();
  /** A term is counted in days of UTC: it begins on the day on which its moment is there. */
  readonly termDays = new Set<number>();
  readonly months = new Set<string>();
  /** What was asked for, with its query. */
  readonly requests: string[] = [];
  readonly to: Boundaries;
  /** The product's own time. */
  readonly #now: number;
  #under = 0;

  constructor(to: Boundaries, now: number) {
    this.to = to;
    this.#now = now;
  }

  /** Nothing that the page has asked for is still on its way. */
  get isQuiet(): boolean {
    return this.#under === 0;
  }

  /** Reading alone: whatever a page sends goes as it is. */
  async watch(context: BrowserContext): Promise<void> {
    await context.route(/\/(?:ops\/)?api\/v1\/|\/server-loader\?/, async (route) => {
      const request = route.request();
      if (request.method() !== 'GET' || request.resourceType() === 'eventsource') return route.continue();
      this.#under += 1;
      try {
        const response = await fetched(route);
        const { pathname, search } = new URL(request.url());
        this.requests.push(pathname + search);
        if (!response.ok() || !response.headers()['content-type']?.includes('json'))
          return await route.fulfill({ response });
        const json: unknown = await response.json();
        const given = pathname === '/server-loader' ? this.#loaded(json as LoaderAnswer) : this.#called(pathname, json);
        await route.fulfill({ response, json: given });
      } catch {
        // The page is gone.
      } finally {
        this.#under -= 1;
      }
    });
  }

  /** Opens a page with the first answers of its document rewritten, too. */
  async open(page: Page, address: string): Promise<void> {
    await page.route(address, async (route) => {
      const response = await fetched(route);
      const html = await response.text();
      const body = html.replace(
        /(<script type="application\/json" id="boot">)(.*?)(<\/script>)/s,
        (_, begin, text, end) => {
          const boot = JSON.parse(text);
          if (boot.loaded) boot.loaded = this.#loaded(boot.loaded);
          return `${begin}${JSON.stringify(boot).replaceAll('<', '\\u003c')}${end}`;
        },
      );
      await route.fulfill({ response, body });
    });
    await page.goto(address);
    await page.unroute(address);
  }

  #loaded(answer: LoaderAnswer): unknown {
    const answers = answer.answers.map((each) => ({ ...each, data: this.#given(each.endpoint, each.data) }));
    return { ...answer, now: new Date(this.to.now).toISOString(), answers };
  }

  #called(pathname: string, json: unknown): unknown {
    for (const { base, endpoints } of Object.values(contracts))
      for (const [name, { method, path }] of Object.entries(endpoints))
        if (method === 'GET' && isAt(base + path, pathname)) return this.#given(name, json);
    return json;
  }

  /** The nearest thing to now stays the nearest, before it and after: what is reported in an order keeps it. */
  #given(endpoint: string, json: unknown): unknown {
    const schema = Object.values(contracts)
      .map(({ schemas }) => (schemas as Readonly<Record<string, { readonly response: unknown }>>)[endpoint])
      .find((each) => each !== undefined)?.response as Schema | undefined;
    const reported = { day: new Set<number>(), moment: new Set<number>(), beginning: new Set<number>() };
    turned(schema, json, endpoint, (text, kind, path) => {
      reported[isBeginning(path) ? 'beginning' : kind].add(Date.parse(text));
      return text;
    });
    const today = Math.floor(this.#now / dayMs) * dayMs;
    const { now, past, future, pastDays, today: givenToday, futureDays, beginnings } = this.to;
    const given = new Map([
      ...paired(reported.moment, this.#now, past, future, now),
      ...paired(reported.day, today, pastDays, futureDays, givenToday),
    ]);
    const begun = new Map(paired(reported.beginning, this.#now, beginnings, future, now));
    const result = turned(schema, json, endpoint, (text, kind, path) => {
      const own = Date.parse(text);
      const at = (isBeginning(path) ? begun : given).get(own) ?? now;
      if (isBeginning(path)) this.termDays.add(Math.floor(at / dayMs) * dayMs);
      else (kind === 'day' ? this.days : this.moments).add(at);
      const iso = new Date(at).toISOString();
      return kind === 'day' ? iso.slice(0, 10) : iso;
    });
    // What is certified is sealed: it stays as it is, and its term began on its day of UTC.
    if (endpoint === 'getCertificate' && isObject(json))
      for (const [day] of String(json.json).matchAll(/20\d\d-\d\d-\d\d/g)) this.termDays.add(Date.parse(day));
    for (const [month] of JSON.stringify(json).matchAll(/(?<=")20\d\d-\d\d(?=")/g)) this.months.add(month);
    return result;
  }
}

/** The browser knows the console's host name; this machine may not. */
function fetched(route: Route): Promise<APIResponse> {
  const url = new URL(route.request().url());
  const { host } = url;
  url.hostname = 'localhost';
  return route.fetch({ url: url.href, headers: { ...route.request().headers(), host } });
}

/** Where a moment stands for the day of UTC on which the term of a package or a stake began. */
const isBeginning = (path: string): boolean =>
  /\.(?:startedAt|stakeSince)$/.test(path) && !/^get(?:Operator|OwnSessions)\./.test(path);

/** The nearest before gets the nearest past one, the nearest after the nearest future one. */
function paired(
  all: ReadonlySet<number>,
  now: number,
  past: readonly number[],
  future: readonly number[],
  atNow: number,
): (readonly [own: number, given: number])[] {
  const sorted = [...all].sort((a, b) => a - b);
  const before = sorted.filter((at) => at < now).reverse();
  return sorted.map((at) => [
    at,
    (at < now ? past[before.indexOf(at)] : future[sorted.filter((each) => each > now).indexOf(at)]) ?? atNow,
  ]);
}

const isAt = (pattern: string, pathname: string): boolean =>
  new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+').replaceAll('.', '\\.')}$`).test(pathname);
