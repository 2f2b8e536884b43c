// The way to the check of this device: beside every sentence that names a limit of it.
import { Link } from 'wouter';
import { words } from '#web/words/words.ts';

export function CheckLink({ className = 'inline-flex min-h-6 items-center' }: { className?: string }) {
  return (
    <Link href="/check" className={`${className} font-semibold underline underline-offset-4`}>
      {words.check.link}
    </Link>
  );
}
