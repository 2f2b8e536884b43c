// The browser in which the device's merge is measured: Chromium, or the one that ENGINE names. Just started, with one tab.
import { chromium } from 'playwright-core';
import { chromiumEngine } from '#tests/browsers/chromium-tab.ts';
import { startFirefox } from '#tests/browsers/firefox-tab.ts';
import type { Tab } from '#tests/browsers/tab.ts';
import { LAUNCH_OPTIONS } from '#tests/e2e/browser.ts';

/** A browser that was started for one measurement. */
export interface DeviceBrowser {
  readonly tab: Tab;
  /** Its first process. */
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

const START = { chromium: startChromium, firefox: startWithTab } as const;

export type DeviceEngine = keyof typeof START;

/** The engine that ENGINE names. */
export function deviceEngine(): DeviceEngine {
  const name = process.env.ENGINE ?? 'chromium';
  if (name === 'chromium' || name === 'firefox') return name;
  throw new Error(`ENGINE is ${name}; it may be chromium or firefox`);
}

/** Starts the engine with an empty profile. */
export function startDeviceBrowser(engine: DeviceEngine): Promise<DeviceBrowser> {
  return START[engine]();
}

async function startChromium(): Promise<DeviceBrowser> {
  const server = await chromium.launchServer(LAUNCH_OPTIONS);
  const engine = chromiumEngine(await chromium.connect(server.wsEndpoint()));
  const stop = async () => {
    await engine.stop();
    await server.close();
  };
  return { tab: await engine.newTab(), pid: server.process().pid ?? 0, stop };
}

async function startWithTab(): Promise<DeviceBrowser> {
  const firefox = await startFirefox();
  return { tab: await firefox.newTab(), pid: firefox.pid, stop: firefox.stop };
}
