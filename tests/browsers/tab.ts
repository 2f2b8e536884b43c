// One tab of one engine, as far as all three can be driven: Chromium through playwright-core (chromium-tab.ts), Firefox
// through WebDriver BiDi (firefox-tab.ts), WebKit through WebDriver (webkit-tab.ts). A visitor's actions in a tab are in
// visitor.ts.

/** The engines, by the names of their browsers' cores. */
export const ENGINES = ['chromium', 'firefox', 'webkit'] as const;
export type EngineName = (typeof ENGINES)[number];

/** A function that runs in the page. It is sent as text, so it can use nothing of the test but its arguments. */
// biome-ignore lint/suspicious/noExplicitAny: the arguments are whatever the caller passes; JSON carries them
export type PageFunction<Result> = ((...args: any[]) => Result | Promise<Result>) | string;

/** A place in the tab, in CSS pixels from its upper left corner. */
export interface Place {
  readonly xPx: number;
  readonly yPx: number;
}

/** A tab of a new visitor: without cookies, stored data or caches of another one. */
export interface Tab {
  readonly engine: EngineName;
  readonly open: (address: string) => Promise<void>;
  readonly reload: () => Promise<void>;
  /** Runs a function in the page and returns what it resolves to; arguments and result are JSON. */
  readonly run: <Result>(work: PageFunction<Result>, ...args: readonly unknown[]) => Promise<Result>;
  readonly press: (place: Place) => Promise<void>;
  /** Presses at one place, moves to another in some steps and releases there. */
  readonly drag: (from: Place, to: Place) => Promise<void>;
  /** Presses and releases a key: one character, or a name as in `KeyboardEvent.key`. */
  readonly key: (name: string) => Promise<void>;
  /** Chooses a file in the file input that a selector finds. */
  readonly chooseFile: (selector: string, path: string) => Promise<void>;
  /** A picture of what is on screen, as PNG. */
  readonly screenshot: () => Promise<Buffer>;
  /** Errors of the page since it was opened: uncaught ones and what it wrote with console.error. */
  readonly errors: () => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
}

/** A running browser. */
export interface Engine {
  readonly newTab: () => Promise<Tab>;
  readonly stop: () => Promise<void>;
}

/** The size of every tab, in CSS pixels. */
export const TAB_SIZE = { width: 1100, height: 800 } as const;

/** The values of `KeyboardEvent.key` that tests press, as WebDriver writes them. */
export const WEBDRIVER_KEYS: Readonly<Record<string, string>> = {
  Enter: '\uE007',
  Escape: '\uE00C',
  Tab: '\uE004',
  Home: '\uE011',
  End: '\uE010',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
};

/** A function's text, and a text as it is. */
export function sourceOf(work: PageFunction<unknown>): string {
  return typeof work === 'string' ? work : work.toString();
}

/** The steps of a drag between two places. */
export function dragPath(from: Place, to: Place): readonly Place[] {
  const STEPS = 6;
  return Array.from({ length: STEPS }, (_, index) => {
    const part = (index + 1) / STEPS;
    return { xPx: from.xPx + (to.xPx - from.xPx) * part, yPx: from.yPx + (to.yPx - from.yPx) * part };
  });
}

/** Pointer and key actions in the form that both WebDriver protocols take. */
export function pointerActions(path: readonly Place[]): readonly object[] {
  const [first = { xPx: 0, yPx: 0 }, ...rest] = path;
  const move = ({ xPx, yPx }: Place) => ({
    type: 'pointerMove',
    x: Math.round(xPx),
    y: Math.round(yPx),
    duration: 0,
    origin: 'viewport',
  });
  const actions = [
    move(first),
    { type: 'pointerDown', button: 0 },
    ...rest.map(move),
    { type: 'pointerUp', button: 0 },
  ];
  return [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }];
}

/** The actions of one key press. */
export function keyActions(name: string): readonly object[] {
  const value = WEBDRIVER_KEYS[name] ?? name;
  const actions = [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ];
  return [{ type: 'key', id: 'keyboard', actions }];
}
