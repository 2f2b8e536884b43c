// The video that each engine makes shows the planned frame in every merged frame.
import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { RENDER_IN_PAGE } from '#tests/fixtures/rendered-on-device.ts';
import { type MarkedClip, mergeAndCompare, type Renderer } from '#tests/parity/merge-case.ts';
import { sharedResource } from '#tests/shared/shared-resource.ts';
import { describeEngines } from './engines.ts';
import type { Visitor } from './visitor.ts';

const USER: MarkedClip = {
  make: { fps: [30, 1], frames: 120, widthPx: 120, heightPx: 160, orientation: 'turned-90', bFrames: 2 },
  rest: 40,
  top: 62,
  strike: 70,
};
const PRO: MarkedClip = {
  make: { fps: [60_000, 1001], frames: 200, colors: 'bt601' },
  rest: 60,
  top: 105,
  strike: 120,
};

const REFUSED = 'The engine cannot: ';

/** As {@link RENDER_IN_PAGE}; not every engine's driver hands on what is thrown. */
const ASK_IN_PAGE = `async (request) => {
  try {
    return await (${RENDER_IN_PAGE})(request);
  } catch (error) {
    return '${REFUSED}' + (error.problem ?? error);
  }
}`;

function renderIn({ tab }: Visitor): Renderer {
  return async (plan, sides, outputPath) => {
    const workbench = await sharedResource('workbench');
    await tab.open(workbench.replace('player.html', 'synced.html'));
    await tab.run(() => {
      for (const id of ['user', 'pro']) {
        document.body.append(Object.assign(document.createElement('input'), { type: 'file', id }));
      }
    });
    for (const side of ['user', 'pro'] as const) await tab.chooseFile(`#${side}`, sides[side].file.path);
    const frameTimes = { user: sides.user.clip.frameTimes, pro: sides.pro.clip.frameTimes };
    const answer = await tab.run<string>(ASK_IN_PAGE, { plan, drawn: [], frameTimes });
    if (answer.startsWith(REFUSED)) throw new Error(answer);
    await writeFile(outputPath, Buffer.from(answer, 'base64'));
  };
}

/** WebKitGTK is never asked to: its page ended over it (docs/browsers.md). */
const ENGINES_THAT_RENDER = ['chromium', 'firefox'] as const;

describeEngines((engine, newVisitor) => {
  test('every merged frame is the planned one', async () => {
    const visitor = await newVisitor();
    const outcome = await mergeAndCompare(USER, PRO, 'strike', undefined, undefined, renderIn(visitor));
    expect(outcome.mismatches).toEqual([]);
    console.info(`${outcome.compared} frames in ${engine}`);
    expect(outcome.shownAtEvent).toEqual(outcome.markedAtEvent);
  });
}, ENGINES_THAT_RENDER);
