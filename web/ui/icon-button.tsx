// A button that shows an icon and explains itself in a tooltip.
import type { ComponentProps } from 'react';
import { Button } from './button.tsx';
import { Tooltip } from './tooltip.tsx';

interface IconButtonProps extends ComponentProps<typeof Button> {
  readonly label: string;
  /** The text of the tooltip, if it is not the label. */
  readonly tip?: string;
}

/** An icon button named `label`; a ghost button unless `variant` is given. */
export function IconButton({ label, tip = label, ...button }: IconButtonProps) {
  return (
    <Tooltip content={tip}>
      <Button variant="ghost" size="icon" aria-label={label} {...button} />
    </Tooltip>
  );
}
