// A page with one message and the way home.
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { words } from '#web/words/words.ts';
import { Button } from './button.tsx';

export function MessagePage({ note, title, children }: { note?: ReactNode; title: ReactNode; children?: ReactNode }) {
  const [, navigate] = useLocation();
  return (
    <div className="page-width grid min-h-[60svh] content-center justify-items-start gap-5 py-16">
      {note && (
        <p
          role="status"
          className="max-w-prose rounded-sm border-l-4 border-fairway bg-raised px-4 py-3 text-lg font-semibold"
        >
          {note}
        </p>
      )}
      <h1 className="display text-4xl sm:text-5xl">{title}</h1>
      {children && <p className="max-w-prose text-lg text-ink-soft">{children}</p>}
      <Button onClick={() => navigate('/')}>{words.actions.returnHome}</Button>
    </div>
  );
}
