import { askDelivery } from '../ask-delivery.ts';
import type { FailureReport } from './failure-report.ts';

const REPORTS_URL = '/delivery/reports';
/** A page that fails in a loop has sent everything useful by then. */
const MOST_A_PAGE = 10;

let sent = 0;

/** Sends a report to delivery, even if the page is being unloaded. Failing to send is not reported. */
export function sendReport(report: FailureReport) {
  if (sent >= MOST_A_PAGE) return;
  sent += 1;
  send(JSON.stringify(report)).catch(() => {});
}

async function send(body: string) {
  const type = 'application/json';
  if (navigator.sendBeacon?.(REPORTS_URL, new Blob([body], { type }))) return;
  await askDelivery(REPORTS_URL, {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': type },
    body,
  });
}
