export interface Day<Item> {
  readonly name: string;
  readonly items: readonly Item[];
}

/** A list in the order of its times as days, each with its items. @param nameOf what a day is called where the reader is */
export function daysOf<Item extends { readonly at: string }>(
  items: readonly Item[],
  nameOf: (time: string) => string,
): Day<Item>[] {
  const days: { name: string; items: Item[] }[] = [];
  for (const item of items) {
    const name = nameOf(item.at);
    const last = days.at(-1);
    if (last?.name === name) last.items.push(item);
    else days.push({ name, items: [item] });
  }
  return days;
}
