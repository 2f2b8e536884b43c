// The button, its class names for links that look like one, and its spinner.
import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, MouseEvent } from 'react';
import { words } from '#web/words/words.ts';
import { classNames } from './class-names.ts';

type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'toggle';
type ButtonSize = 'small' | 'regular' | 'large' | 'icon';

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: LucideIcon;
  /** Shows a spinner instead of the icon and refuses clicks; the label stays the caller's. */
  busy?: boolean;
}

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'bg-flag text-on-flag hover:bg-flag-dark active:bg-flag-darkest disabled:bg-sunken',
  secondary: 'bg-sunken text-ink hover:bg-line in-[.stage]:bg-raised in-[.stage]:hover:bg-line',
  ghost: 'bg-transparent text-ink hover:bg-sunken disabled:bg-transparent disabled:opacity-60',
  // Filled when it is on.
  toggle:
    'bg-sunken text-ink hover:bg-line in-[.stage]:bg-raised in-[.stage]:hover:bg-line aria-pressed:bg-ink aria-pressed:text-paper aria-pressed:hover:bg-ink forced-colors:aria-pressed:bg-[Highlight]',
};

const SIZES: Record<ButtonSize, string> = {
  small: 'min-h-11 px-3 text-sm',
  regular: 'min-h-11 px-4 text-base',
  large: 'min-h-14 px-7 text-lg',
  icon: 'size-11 p-0',
};

/** The class names of a button, for a link that should look like one. */
export function buttonClass(variant: ButtonVariant = 'primary', size: ButtonSize = 'regular'): string {
  return classNames(
    'inline-flex items-center justify-center gap-2 rounded-md border-2 border-transparent font-semibold no-underline select-none',
    'transition-colors duration-120 disabled:cursor-not-allowed',
    'disabled:text-ink-soft',
    VARIANTS[variant],
    SIZES[size],
  );
}

/** A button of at least 44 px. `type` defaults to "button". */
export function Button(props: ButtonProps) {
  const { variant, size, icon: Icon, busy = false, disabled, className, children, ...rest } = props;
  return (
    <button
      type="button"
      {...rest}
      className={classNames(buttonClass(variant, size), className)}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
    >
      {busy ? <Spinner /> : Icon && <Icon className="size-5" />}
      {children}
    </button>
  );
}

/** A small secondary button, as most beside a text or in a row are. */
export function SmallButton(props: ButtonProps) {
  return <Button variant="secondary" size="small" {...props} />;
}

/** Cancels what is running; a ghost button unless `variant` is given. */
export function CancelButton(props: ButtonProps) {
  return (
    <Button variant="ghost" {...props}>
      {words.actions.cancel}
    </Button>
  );
}

interface ToggleButtonProps extends ButtonProps {
  readonly isOn: boolean;
  readonly onSwitch: (isOn: boolean) => void;
}

/** A small button that stays pressed while something is on. */
export function ToggleButton({ isOn, onSwitch, onClick, ...button }: ToggleButtonProps) {
  // A tooltip around the button adds its own `onClick`.
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    onClick?.(event);
    onSwitch(!isOn);
  };
  return <Button variant="toggle" size="small" aria-pressed={isOn} {...button} onClick={press} />;
}

/** A square ghost button with an icon, named `label`. `IconButton` also shows its name in a tooltip. */
export function PlainIconButton({ label, ...button }: ButtonProps & { readonly label: string }) {
  return <Button variant="ghost" size="icon" aria-label={label} {...button} />;
}

/** A turning ring, hidden from screen readers: the text beside it says what is loading. */
export function Spinner() {
  return (
    <span
      aria-hidden="true"
      className="inline-block size-4 shrink-0 animate-spin rounded-full border-2 border-current border-t-transparent"
    />
  );
}
