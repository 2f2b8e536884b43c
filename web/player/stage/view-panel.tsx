// The View tab: layout, sync, framing and the collapsed sections.
import type { ReactNode } from 'react';
import type { ComparisonChoices, Side } from '#domain/comparison/comparison-choices.ts';
import { FramingPanel, type FramingState } from '#web/player/framing/framing-panel.tsx';
import { FitPanel, GhostPanel } from '#web/player/synced/ghost-panel.tsx';
import { LayoutChoice } from './layout-choice.tsx';
import type { Adjusting } from './use-adjusting.ts';

interface ViewPanelProps {
  readonly choices: ComparisonChoices;
  readonly onChoicesChange: (choices: ComparisonChoices) => void;
  readonly names: Readonly<Record<Side, string>>;
  readonly isFramed: boolean;
  readonly framing: FramingState;
  readonly adjusting: Adjusting;
  readonly sync: ReactNode;
  readonly children: ReactNode;
}

export function ViewPanel(props: ViewPanelProps) {
  const { choices, onChoicesChange, names, adjusting } = props;
  const { ghost } = choices;
  return (
    <>
      <LayoutChoice choices={choices} onChange={onChoicesChange} />
      {props.sync}
      <FramingPanel
        choices={choices}
        onChange={onChoicesChange}
        names={names}
        isFramed={props.isFramed}
        state={props.framing}
        isAdjusting={adjusting.isOn}
        onAdjust={adjusting.adjust}
      />
      {choices.layout === 'ghost' && (
        <GhostPanel
          ghost={ghost}
          proName={names.pro}
          onChange={(changed) => onChoicesChange({ ...choices, ghost: changed })}
        />
      )}
      {choices.layout === 'wipe' && (
        <FitPanel fit={ghost.fit} onChange={(fit) => onChoicesChange({ ...choices, ghost: { ...ghost, fit } })} />
      )}
      {props.children}
    </>
  );
}
