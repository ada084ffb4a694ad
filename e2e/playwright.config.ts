import { defineConfig } from '@playwright/test';
import { browserFlags } from './support/browser.ts';
import { COMPOSED_JOURNEYS } from './with/composed-journeys.ts';
import { announcedTrial } from './with/trial.ts';

/**
 * Read by Playwright, which run.ts starts after finding the browser and creating the folder for everything a
 * run writes.
 */
export default defineConfig({
  testDir: 'journeys',
  ...(announcedTrial() && { testMatch: COMPOSED_JOURNEYS.map((name) => `${name}.spec.ts`) }),
  outputDir: 'test-results/traces',
  fullyParallel: false,
  workers: Number(process.env.HEADWATER_E2E_WORKERS ?? 2),
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // A journey waits for real syncs on machines of any speed. Nothing in it measures time.
  timeout: 300_000,
  // Below that of the section of `npm test`, so that what hung is named instead of being killed with its report.
  globalTimeout: 40 * 60_000,
  expect: { timeout: 60_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/report.json' }]],
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    // Otherwise, what waits for a page that never comes waits as long as its whole journey may take.
    navigationTimeout: 60_000,
    actionTimeout: 60_000,
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: process.env.HEADWATER_CHROMIUM, args: browserFlags },
  },
});
