import { type LoadReport, loadReportsPath } from '@trellis/api-contract';
import { send } from '@trellis/shell-sdk/host';
import { boot } from '../boot/document.ts';
import type { ReportLine } from './LoadReporter.ts';

const address = boot.api + loadReportsPath;
const type = 'application/json';
const bodyOf = (reports: readonly LoadReport[]): string => JSON.stringify({ reports });

/**
 * The way to the server alongside the typed client: nothing of a report may reach the page, not even a session that has
 * ended.
 */
export const reportLine: ReportLine = {
  async post(reports) {
    try {
      const { status } = await send(address, {
        method: 'POST',
        headers: { 'content-type': type },
        body: bodyOf(reports),
      });
      return status < 500 && status !== 429;
    } catch {
      return false;
    }
  },

  farewell(reports) {
    const body = bodyOf(reports);
    if (navigator.sendBeacon?.(address, new Blob([body], { type }))) return;
    // The browser's queue for beacons is full, or it has none.
    send(address, { method: 'POST', headers: { 'content-type': type }, body, keepalive: true }).catch(() => undefined);
  },
};
