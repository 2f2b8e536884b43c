// The name of a backup: when it was made, in whole seconds of UTC, as a file name.
const NAME = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z$/;

export function isBackupName(name: string): boolean {
  return NAME.test(name);
}

export function nameOf(timeMs: number): string {
  return `${new Date(timeMs).toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
}

export function timeOf(name: string): number {
  const [, day, hours, minutes, seconds] = NAME.exec(name) ?? [];
  return Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`);
}
