// The dialog that lists the player's keys.
import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { setSingleKeys, useSingleKeys } from '#web/lib/single-keys.ts';
import { Switch } from '#web/ui/switch.tsx';
import { words } from '#web/words/words.ts';
import { KEY_LIST } from './player-keys.ts';

interface KeyListDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly canMark: boolean;
}

export function KeyListDialog({ open, onOpenChange, canMark }: KeyListDialogProps) {
  const singleKeys = useSingleKeys();
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-50 bg-black/60" />
        <Dialog.Content
          aria-describedby={undefined}
          className="stage fixed top-1/2 left-1/2 z-50 max-h-[90svh] w-[min(28rem,92vw)] -translate-x-1/2 -translate-y-1/2 overflow-auto rounded-md border border-edge p-5 shadow-xl"
        >
          <div className="mb-3 flex items-center justify-between">
            <Dialog.Title className="display text-xl">{words.player.keysHeading}</Dialog.Title>
            <Dialog.Close aria-label={words.actions.close} className="grid size-11 place-items-center rounded-sm">
              <X className="size-5" />
            </Dialog.Close>
          </div>
          <KeyList keys={KEY_LIST.filter((entry) => canMark || !entry.marks)} className="grid-cols-[auto_1fr]" />
          <div className="mt-4 border-t border-line pt-2">
            <Switch label={words.player.singleKeys} checked={singleKeys} onCheckedChange={setSingleKeys} />
            <p className="text-sm text-ink-soft">{words.player.singleKeysMean}</p>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface KeyListProps {
  readonly keys: readonly { readonly keys: readonly string[]; readonly meaning: string }[];
  readonly className: string;
}

export function KeyList({ keys: entries, className }: KeyListProps) {
  return (
    <dl className={`grid items-center gap-x-5 gap-y-2 ${className}`}>
      {entries.map(({ keys, meaning }) => (
        <div key={meaning} className="contents">
          <dt className="flex flex-wrap gap-1">
            {keys.map((key) => (
              <kbd
                key={key}
                className="rounded-sm border border-edge bg-sunken px-2 py-0.5 font-sans text-sm whitespace-nowrap"
              >
                {key}
              </kbd>
            ))}
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}
