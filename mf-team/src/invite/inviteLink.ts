import type { Side } from '../chart/treeWindow.ts';

/** The absolute address that an invited person opens; code and side are filled in there. */
export function inviteLink(code: string, side: Side, origin: string): string {
  return `${origin}/signup?${new URLSearchParams({ code, side })}`;
}
