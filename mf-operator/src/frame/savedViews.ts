import { type ListName, listFields } from './listSearch.ts';

/** A filter that somebody keeps under a name: what stands in the address of its screen, and no more. */
export interface SavedView {
  readonly name: string;
  readonly query: string;
}

/** Of one operator on one screen. */
export const mostViews = 20;
export const longestName = 40;
const longestQuery = 1_000;

/** What is wrong with a name: it is of 1 to 40 characters, and no e-mail address. */
export const isViewName = (name: string): boolean => name !== '' && name.length <= longestName && !name.includes('@');

/** What of an address a view keeps, always in the same order. */
export const viewQuery = (place: ListName, address: URLSearchParams): string =>
  new URLSearchParams(
    Object.keys(listFields[place]).flatMap((field) => {
      const value = address.get(field);
      return value ? [[field, value]] : [];
    }),
  ).toString();

const keyOf = (operator: string, place: ListName): string => `views ${place} ${operator}`;

/** The views of an operator in this browser, by name; what is no such thing counts as none. */
export function readViews(operator: string, place: ListName): readonly SavedView[] {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(keyOf(operator, place)) ?? '[]');
    if (!Array.isArray(saved)) return [];
    return saved
      .filter(isView)
      .map(({ name, query }) => ({ name, query: viewQuery(place, new URLSearchParams(query)) }))
      .slice(0, mostViews);
  } catch {
    return [];
  }
}

/** Keeps a view in the place of one of the same name. @returns whether it could: a browser may keep nothing, or there are enough */
export function saveView(operator: string, place: ListName, view: SavedView): boolean {
  const others = readViews(operator, place).filter(({ name }) => name !== view.name);
  if (others.length >= mostViews || !isView(view)) return false;
  return write(operator, place, [...others, view]);
}

/** @returns whether it could */
export const removeView = (operator: string, place: ListName, name: string): boolean =>
  write(
    operator,
    place,
    readViews(operator, place).filter((view) => view.name !== name),
  );

function write(operator: string, place: ListName, views: readonly SavedView[]): boolean {
  const byName = [...views].sort((one, other) => one.name.localeCompare(other.name));
  try {
    localStorage.setItem(keyOf(operator, place), JSON.stringify(byName));
    return true;
  } catch {
    return false;
  }
}

const isView = (value: unknown): value is SavedView =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  isViewName(value.name) &&
  'query' in value &&
  typeof value.query === 'string' &&
  value.query.length <= longestQuery;
