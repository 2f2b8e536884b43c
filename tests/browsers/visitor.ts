// What a visitor does and sees in a tab of any engine: parts are found by their accessible names, pressed with a real
// pointer and typed into with real keys.
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '#tests/until.ts';
import type { PageFunction, Place, Tab } from './tab.ts';

/** A part of a page by its role and accessible name; `within` is the name of a region or group that it is in. */
export interface Part {
  readonly role: keyof typeof SELECTORS;
  readonly name: string | RegExp;
  readonly within?: string;
}

const SELECTORS = {
  button: 'button:not([role]), [role=button]',
  combobox: '[role=combobox]',
  option: '[role=option]',
  radio: '[role=radio], input[type=radio]',
  switch: '[role=switch]',
  tab: '[role=tab]',
  slider: '[role=slider]',
  heading: 'h1, h2, h3, h4',
  video: 'video',
  image: 'img, canvas[role=img]',
  'file input': 'input[type=file]',
} as const;

/** Busy machines decode and merge slowly. */
const LIMIT_MS = 120_000;
const LOOK_EVERY_MS = 40;
/** How long a part stands still before a drag. */
const DRAG_REST_MS = 500;

/** Where a part is on screen; scrolled into view first. Null while it is not there, hidden or disabled. */
const PLACE_OF = (selector: string, name: { text?: string; pattern?: string }, within: string | null) => {
  const nameOf = (element: Element): string => {
    const labeled = (element.getAttribute('aria-labelledby') ?? '')
      .split(' ')
      .map((id) => (id && document.getElementById(id)?.textContent) || '')
      .join(' ')
      .trim();
    const labels = 'labels' in element ? [...((element.labels as NodeListOf<Element> | null) ?? [])] : [];
    const text = labeled || element.getAttribute('aria-label') || labels.map((label) => label.textContent).join(' ');
    return (text || element.getAttribute('alt') || element.textContent || '').replace(/\s+/g, ' ').trim();
  };
  const fits = (element: Element) => {
    const found = nameOf(element);
    const isNamed = name.text === undefined ? new RegExp(name.pattern ?? '').test(found) : found === name.text;
    // Another screen may have the same part at another place.
    return isNamed && element.getClientRects().length > 0;
  };
  const groups =
    within === null
      ? [document.body]
      : [...document.querySelectorAll('section, fieldset, [role=group], [role=region], main')];
  const group = groups.find(
    (each) => within === null || nameOf(each) === within || each.getAttribute('aria-label') === within,
  );
  const element = [...(group?.querySelectorAll(selector) ?? [])].find(fits);
  if (!element || (element as HTMLButtonElement).disabled || element.getAttribute('aria-disabled') === 'true')
    return null;
  element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
  const { x, y, width, height } = element.getBoundingClientRect();
  if (width === 0 || height === 0) return null;
  // A message may lie over a button for a while.
  const top = document.elementFromPoint(x + width / 2, y + height / 2);
  if (element instanceof HTMLButtonElement && top && !element.contains(top)) return null;
  (window as PressedWindow).pressTarget = element;
  return { xPx: x, yPx: y, widthPx: width, heightPx: height };
};

/** Where the page records whether a press has reached its part: null until then, undefined after a navigation. */
type PressedWindow = Window & { pressTarget?: Element; isPressReached?: boolean | null };

/**
 * Runs in the page before a press. A busy page may move between the look and the press. A press that misses its button
 * then has no effect and is reported as missed.
 */
const EXPECT_PRESS = () => {
  const page: PressedWindow = window;
  const { pressTarget } = page;
  page.isPressReached = null;
  const kinds = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'];
  const judge = (event: Event) => {
    page.isPressReached ??= !(pressTarget instanceof HTMLButtonElement) || event.composedPath().includes(pressTarget);
    if (!page.isPressReached) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    if (event.type === 'click') for (const kind of kinds) window.removeEventListener(kind, judge, true);
  };
  for (const kind of kinds) window.addEventListener(kind, judge, true);
};

/** Whether an option of an open list is the one that Enter chooses. */
const IS_CHOSEN = (option: string) => document.activeElement?.textContent?.trim() === option;
const MAX_OPTIONS = 30;

/** A rectangle on screen. */
export interface Box extends Place {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** A point of a part: shares of its width and height. */
type Share = readonly [x: number, y: number];

/** A visitor in one tab. */
export interface Visitor {
  readonly tab: Tab;
  /** Waits until a part is there and can be used. */
  readonly find: (part: Part) => Promise<Box>;
  readonly has: (part: Part) => Promise<boolean>;
  readonly press: (part: Part) => Promise<void>;
  /** Drags from one point of a part to another; both in shares of its width and height. */
  readonly drag: (part: Part, from: Share, to: Share) => Promise<void>;
  readonly chooseFile: (name: string, path: string) => Promise<void>;
  /** Chooses an option of a list, by keyboard: the list of an engine that opens it by a press may lie under the pointer. */
  readonly choose: (list: Part, option: string) => Promise<void>;
  /** Waits until the page contains a text anywhere, and returns the match. */
  readonly sees: (text: string | RegExp, limitMs?: number) => Promise<string>;
  /** Waits until a function in the page answers something other than null or false. */
  readonly until: <Found>(what: string, work: PageFunction<Found>, ...args: readonly unknown[]) => Promise<Found>;
}

/** A visitor of a tab. */
export function visitorIn(tab: Tab): Visitor {
  const place = ({ role, name, within }: Part) =>
    tab.run<Box | null>(
      PLACE_OF,
      SELECTORS[role],
      typeof name === 'string' ? { text: name } : { pattern: name.source },
      within ?? null,
    );
  const options = { limitMs: LIMIT_MS, pauseMs: LOOK_EVERY_MS };
  const find = (part: Part) => until(`${part.role} ${part.name} is there`, () => place(part), options);

  /** Where a part stands still. An element that has just come into view may still move, because pages load pictures and typefaces. */
  const stillPlace = (part: Part, restMs = 0) =>
    until(
      `${part.role} ${part.name} stands still`,
      async () => {
        const before = await place(part);
        await sleep(restMs);
        const after = await place(part);
        return before && after && Object.values(before).join() === Object.values(after).join() && after;
      },
      options,
    );

  async function press(part: Part): Promise<void> {
    const at = await stillPlace(part);
    await tab.run(EXPECT_PRESS);
    await tab.press({ xPx: at.xPx + at.widthPx / 2, yPx: at.yPx + at.heightPx / 2 });
    const isReached = await until(
      `the press on ${part.role} ${part.name} comes`,
      () => tab.run<string | null>(() => String((window as PressedWindow).isPressReached).replace('null', '') || null),
      options,
    );
    if (isReached === 'false') await press(part);
  }

  return {
    tab,
    find,
    has: async (part) => (await place(part)) !== null,
    press,
    async drag(part, from, to) {
      // Unlike a press, a drag cannot notice that it missed, so the part must have come to rest.
      const { xPx, yPx, widthPx, heightPx } = await stillPlace(part, DRAG_REST_MS);
      const at = ([x, y]: Share) => ({ xPx: xPx + x * widthPx, yPx: yPx + y * heightPx });
      await tab.drag(at(from), at(to));
    },
    async chooseFile(name, path) {
      await until(
        `the file input ${name} is there`,
        () =>
          tab.run<boolean>((label) => {
            const inputs = [...document.querySelectorAll<HTMLInputElement>('input[type=file]')];
            const input = inputs.find((each) =>
              [
                each.getAttribute('aria-label'),
                ...[...(each.labels ?? [])].map((one) => one.textContent?.trim()),
              ].includes(label),
            );
            for (const each of inputs) each.removeAttribute('data-chosen');
            input?.setAttribute('data-chosen', '');
            return input !== undefined;
          }, name),
        options,
      );
      await tab.chooseFile('[data-chosen]', path);
    },
    async choose(list, option) {
      await press(list);
      const wanted = { role: 'option', name: option } as const;
      await find(wanted);
      for (let key = 0; !(await tab.run(IS_CHOSEN, option)); key++) {
        if (key > MAX_OPTIONS) throw new Error(`${option} is not reached by keys`);
        await tab.key(key === 0 ? 'Home' : 'ArrowDown');
      }
      await tab.key('Enter');
      await until(`the list ${list.name} is closed`, async () => !(await place(wanted)), options);
    },
    async sees(text, limitMs = LIMIT_MS) {
      const pattern = typeof text === 'string' ? text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&') : text.source;
      return until(
        `the page says ${text}`,
        () =>
          tab.run<string | null>((source) => new RegExp(source).exec(document.body.innerText)?.[0] ?? null, pattern),
        { limitMs, pauseMs: LOOK_EVERY_MS },
      );
    },
    until: (what, work, ...args) => until(what, () => tab.run(work, ...args), options) as never,
  };
}
