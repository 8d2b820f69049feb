import { type Boot, bootElementId, type Registry, registryElementId } from '@trellis/api-contract';

/** What the HTML document carries, as JSON in a script element that is never executed. */
function readJson(id: string): unknown {
  return JSON.parse(document.getElementById(id)?.textContent ?? 'null');
}

/** Which release of each feature is active for this page. It stays so for the life of the page. */
export const registry = readJson(registryElementId) as Registry;

export const boot = readJson(bootElementId) as Boot;

declare global {
  /** The document's own card (`startGuard.ts` of the web server), for as long as the page can show no other. */
  var trellisFailed: ((code: string, chunk: string, type: string, address: string) => void) | undefined;
}
