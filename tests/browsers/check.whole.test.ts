// "Check this phone" in each engine: everything that the engine can do, and its limits in the right words.
import { expect, test } from 'vitest';
import { isAboutSpeed } from '#tests/devices/speed-reasons.ts';
import { sharedResource } from '#tests/shared/shared-resource.ts';
import type { Reason } from '#web/check/check-state.ts';
import { words } from '#web/words/words.ts';
import { describeEngines } from './engines.ts';
import { untilHydrated } from './site-visitor.ts';
import type { EngineName } from './tab.ts';

const { reasons: REASONS, everything, othersWork } = words.check;

/** What each engine cannot do on Debian, speed aside; see docs/browsers.md. */
const LIMITS: Readonly<Record<EngineName, readonly Reason[]>> = {
  chromium: ['no-hevc'],
  firefox: [],
  webkit: ['no-encoder'],
};

describeEngines((engine, newVisitor) => {
  test('the check ends within its minute and says what the engine can do', async () => {
    const visitor = await newVisitor();
    await visitor.tab.open(`${await sharedResource('device-site')}/check`);
    await untilHydrated(visitor);
    await visitor.press({ role: 'button', name: 'Start the check' });
    await visitor.find({ role: 'button', name: 'Check again' });
    const told = await visitor.tab.run<readonly string[]>(() =>
      [...document.querySelectorAll('main [role=status] p')].map(({ textContent }) => textContent ?? ''),
    );
    const steps = await visitor.tab.run(() => document.querySelectorAll('main ol > li').length);
    expect(steps).toBe(9);
    const wanted = LIMITS[engine].map(sentenceOf);
    const slow = (Object.keys(REASONS) as Reason[]).filter(isAboutSpeed).map(sentenceOf);
    const sure = told.filter((sentence) => ![everything, othersWork, ...slow].includes(sentence));
    expect(sure).toEqual(wanted);
    expect(await visitor.tab.errors()).toEqual([]);
  });
});

function sentenceOf(reason: Reason): string {
  const { verdict } = REASONS[reason];
  return typeof verdict === 'string' ? verdict : verdict.server;
}
