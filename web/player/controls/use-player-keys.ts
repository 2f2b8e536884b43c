// Keyboard and wheel control of a player. With several players on a page, keys go to the focused one or, without focus,
// to the one used last.
import { type RefObject, useEffect, useEffectEvent } from 'react';
import { singleKeysAreOn, takesKeys } from '#web/lib/single-keys.ts';
import { commandOf, isControlKey, isSingleCharacter, type PlayerCommand } from './player-keys.ts';

/** The regions of the players on the page. The last used one is at the end. */
const regions: Element[] = [];

function use(region: Element): void {
  forget(region);
  regions.push(region);
}

function forget(region: Element): void {
  const index = regions.indexOf(region);
  if (index >= 0) regions.splice(index, 1);
}

const CONTROL = 'button, a, input, summary, video[controls], [role=slider], [role=radio], [role=tab], [role=combobox]';

/** Marks elements in a player's region that handle the arrow keys, Home and End themselves. */
export const OWN_ARROWS = { 'data-own-arrows': '' } as const;

interface PlayerKeysOptions {
  readonly canMark: boolean;
  /** Whether the keys have another meaning at the moment. */
  readonly isOff?: boolean;
  /** `isRepeat`: the key is held down. */
  readonly onCommand: (command: PlayerCommand, isRepeat: boolean) => void;
}

/** Handles the keys of the player in a region while it is mounted. */
export function usePlayerKeys(regionRef: RefObject<HTMLElement | null>, options: PlayerKeysOptions): void {
  const onKey = useEffectEvent((event: KeyboardEvent, region: Element, pointed: Element | null) => {
    const command = options.isOff ? null : commandOf(event, options.canMark);
    if (!command || !isMine(event, region, pointed)) return;
    if (isSingleCharacter(event.key) && !singleKeysAreOn()) return;
    // Stop the event before the focused slider or button receives it: here the arrow keys and Space control the player.
    event.preventDefault();
    event.stopPropagation();
    options.onCommand(command, event.repeat);
  });

  useEffect(() => {
    const region = regionRef.current;
    if (!region) return;
    // A button pressed with the pointer keeps the focus. Space then means play, not another press of the button.
    let pointed: Element | null = null;
    const onUse = (event: Event) => {
      use(region);
      const control = event.target instanceof Element ? event.target.closest(CONTROL) : null;
      if (event.type === 'pointerdown') pointed = control;
      else if (control !== pointed) pointed = null;
    };
    use(region);
    const listening = new AbortController();
    const { signal } = listening;
    for (const event of ['pointerdown', 'focusin']) region.addEventListener(event, onUse, { signal });
    document.addEventListener('keydown', (event) => onKey(event, region, pointed), { capture: true, signal });
    return () => {
      forget(region);
      listening.abort();
    };
  }, [regionRef]);
}

function isMine(event: KeyboardEvent, region: Element, pointed: Element | null): boolean {
  const target = event.target instanceof Element ? event.target : document.body;
  if (event.defaultPrevented || takesKeys(target)) return false;
  const control = target.closest(CONTROL);
  if (region.contains(target)) {
    if (event.key !== ' ' && isControlKey(event.key) && target.closest('[data-own-arrows]')) return false;
    const isPressable = control !== null && control.getAttribute('role') !== 'slider';
    return !(event.key === ' ' && isPressable && control !== pointed);
  }
  if (regions.some((other) => other.contains(target))) return false;
  return regions.at(-1) === region && !(control && isControlKey(event.key));
}

/** Wheel travel for one step, in pixels. One notch of most mice is 100. */
const WHEEL_STEP_PX = 60;

/** Steps by wheel over an element only while its player has the focus, so that scrolling past it never stops there. */
export function useWheelSteps(
  targetRef: RefObject<HTMLElement | null>,
  regionRef: RefObject<HTMLElement | null>,
  onStep: (steps: number) => boolean,
): void {
  const step = useEffectEvent(onStep);
  useEffect(() => {
    const target = targetRef.current;
    if (!target) return;
    let travelPx = 0;
    const onWheel = (event: WheelEvent) => {
      if (event.ctrlKey || !regionRef.current?.contains(document.activeElement)) return;
      travelPx += event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 40 : event.deltaY;
      const steps = Math.trunc(travelPx / WHEEL_STEP_PX);
      travelPx -= steps * WHEEL_STEP_PX;
      if (step(steps)) event.preventDefault();
    };
    target.addEventListener('wheel', onWheel, { passive: false });
    return () => target.removeEventListener('wheel', onWheel);
  }, [targetRef, regionRef]);
}
