// The tabs of the four groups of controls: a bar at the bottom on a phone, and at the top of the panel on a desktop.
import { Columns2, Download, PencilLine, Play } from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';
import { words } from '#web/words/words.ts';

export const STAGE_TABS = ['play', 'view', 'draw', 'save'] as const;

export type StageTab = (typeof STAGE_TABS)[number];

const ICONS = { play: Play, view: Columns2, draw: PencilLine, save: Download } as const;

interface StageTabsProps {
  /** The prefix of this stage's element ids. */
  readonly id: string;
  readonly tabs: readonly StageTab[];
  readonly chosen: StageTab;
  readonly onChoose: (tab: StageTab) => void;
}

export const panelId = (id: string, tab: StageTab): string => `${id}-panel-${tab}`;
export const tabId = (id: string, tab: StageTab): string => `${id}-tab-${tab}`;

/** The row of tabs. The arrow keys move between them. */
export function StageTabs({ id, tabs, chosen, onChoose }: StageTabsProps) {
  const row = useRef<HTMLDivElement>(null);

  function onKeyDown(event: KeyboardEvent) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined) return;
    const next = tabs[(tabs.indexOf(chosen) + by + tabs.length) % tabs.length];
    if (!next) return;
    event.preventDefault();
    onChoose(next);
    row.current?.querySelector<HTMLElement>(`#${CSS.escape(tabId(id, next))}`)?.focus();
  }

  return (
    <div
      ref={row}
      role="tablist"
      aria-label={words.stage.tabList}
      data-own-arrows=""
      onKeyDown={onKeyDown}
      className="grid auto-cols-fr grid-flow-col border-t border-line pb-[env(safe-area-inset-bottom)] lg:border-t-0 lg:border-b lg:pb-0"
    >
      {tabs.map((tab) => {
        const Icon = ICONS[tab];
        const isChosen = tab === chosen;
        return (
          <button
            key={tab}
            type="button"
            role="tab"
            id={tabId(id, tab)}
            aria-controls={panelId(id, tab)}
            aria-selected={isChosen}
            tabIndex={isChosen ? 0 : -1}
            onClick={() => onChoose(tab)}
            className="relative grid min-h-12 place-content-center justify-items-center gap-1 text-xs font-semibold text-ink-soft before:absolute before:inset-x-6 before:top-0 before:h-0.5 before:rounded-full hover:text-ink aria-selected:text-ink aria-selected:before:bg-ink lg:min-h-14 lg:grid-flow-col lg:items-center lg:gap-2 lg:text-sm lg:before:top-auto lg:before:bottom-0 forced-colors:aria-selected:before:bg-[Highlight]"
          >
            <Icon className="size-5" />
            {words.stage.tabs[tab]}
          </button>
        );
      })}
    </div>
  );
}
