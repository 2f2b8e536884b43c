// What a page shows that has crashed, or whose code did not arrive.
import { Component, type ReactNode } from 'react';
import { isMissingCode } from '#web/lib/missing-code.ts';
import { Button } from '#web/ui/button.tsx';
import { words } from '#web/words/words.ts';

interface ErrorBoundaryState {
  readonly problem: keyof typeof words.app.stopped | null;
}

export class ErrorBoundary extends Component<{ children: ReactNode }, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { problem: null };

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { problem: isMissingCode(error) ? 'missing-code' : 'crashed' };
  }

  override render() {
    const { problem } = this.state;
    if (!problem) return this.props.children;
    const { heading, means } = words.app.stopped[problem];
    return (
      <div role="alert" className="page-width grid min-h-[50svh] content-center justify-items-start gap-4">
        <h1 className="display text-3xl">{heading}</h1>
        <p className="max-w-prose">{means}</p>
        <Button onClick={() => window.location.reload()}>{words.app.reload}</Button>
      </div>
    );
  }
}
