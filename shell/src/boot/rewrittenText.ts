/**
 * Translators and other extensions put elements of their own in the place of a page's texts. React knows its own text alone:
 * it would write to one that nobody sees, and fail where it is to take it away. Here what stands for a text is found again.
 * Elements with one text as their only child need none of this: React writes their whole content.
 */
export function keepTextsOurs(root: Node): void {
  /** What stands in the place of a text that was taken out. */
  const standIns = new WeakMap<Node, Element>();
  const isTranslator = (node: Node | null | undefined): node is Element => node?.nodeName === 'FONT';
  const note = (records: readonly MutationRecord[]) => {
    for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records)
      for (const removed of removedNodes) {
        if (removed.nodeType !== Node.TEXT_NODE) continue;
        const standIn = [...addedNodes, previousSibling, nextSibling].find(isTranslator);
        if (standIn) standIns.set(removed, standIn);
      }
  };
  const observer = new MutationObserver(note);
  observer.observe(root, { childList: true, subtree: true });

  /** The child of a parent that is a node, holds it, or stands for it. */
  const inPlaceOf = (parent: Node, node: Node): Node | undefined => {
    note(observer.takeRecords());
    let place: Node | null | undefined = parent.contains(node) ? node : standIns.get(node);
    while (place && place.parentNode !== parent) place = place.parentNode;
    return place ?? undefined;
  };

  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function remove<T extends Node>(this: Node, child: T): T {
    const place = child.parentNode === this ? child : inPlaceOf(this, child);
    // A text that nobody can find is gone already.
    if (place) removeChild.call(this, place);
    else if (child.nodeType !== Node.TEXT_NODE) removeChild.call(this, child);
    return child;
  };
  Node.prototype.insertBefore = function insert<T extends Node>(this: Node, child: T, before: Node | null): T {
    const place = before === null || before.parentNode === this ? before : inPlaceOf(this, before);
    // Before a text that is gone is wherever it was last.
    insertBefore.call(this, child, place ?? (before?.nodeType === Node.TEXT_NODE ? null : before));
    return child;
  };
  const value = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue');
  Object.defineProperty(Text.prototype, 'nodeValue', {
    ...value,
    set(this: Text, text: string) {
      if (!this.isConnected) note(observer.takeRecords());
      const standIn = standIns.get(this);
      // Back in its own place; a translator then reads it again.
      if (!this.isConnected && standIn?.isConnected) standIn.replaceWith(this);
      value?.set?.call(this, text);
    },
  });
}
