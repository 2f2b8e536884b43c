// Joins class names and leaves out the missing ones. Knows no component.

/** The given class names in one string. */
export function classNames(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
