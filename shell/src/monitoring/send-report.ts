import { askDelivery } from '../ask-delivery.ts';
import type { FailureReport } from './failure-report.ts';

const ADDRESS = '/delivery/reports';
/** A page that fails in a loop has said all it can by then. */
const MOST_A_PAGE = 10;

let sent = 0;

/** Tells delivery, also where the page is on its way out. That it can't is nothing to report. */
export function sendReport(report: FailureReport) {
  if (sent >= MOST_A_PAGE) return;
  sent += 1;
  send(JSON.stringify(report)).catch(() => {});
}

async function send(body: string) {
  const type = 'application/json';
  if (navigator.sendBeacon?.(ADDRESS, new Blob([body], { type }))) return;
  await askDelivery(ADDRESS, { method: 'POST', keepalive: true, headers: { 'content-type': type }, body });
}
