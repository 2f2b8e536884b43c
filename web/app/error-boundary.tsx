// Shows a plain sentence when a page throws while rendering. React reports the error.
import { Component, type ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { words } from '#web/words/words.ts';

/** Shows its children, or after a crash a sentence and a way out. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError() {
    return { crashed: true };
  }

  override render() {
    if (!this.state.crashed) return this.props.children;
    return (
      <div role="alert" className="page-width grid min-h-[50svh] content-center justify-items-start gap-4">
        <h1 className="display text-3xl">{words.app.crashedHeading}</h1>
        <p className="max-w-prose">{words.app.crashed}</p>
        <Button onClick={() => window.location.reload()}>{words.app.reload}</Button>
      </div>
    );
  }
}
