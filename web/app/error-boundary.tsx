// Catches what a page throws while it renders and says so in a plain sentence. React itself reports the error.
import { Component, type ReactNode } from 'react';
import { SENTENCES } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';

/** Shows its children, or after a crash a sentence and a way out. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError() {
    return { crashed: true };
  }

  override render() {
    if (!this.state.crashed) return this.props.children;
    return (
      <div role="alert" className="page-width grid min-h-[50vh] content-center justify-items-start gap-4">
        <h1 className="display text-3xl">A bad lie</h1>
        <p className="max-w-prose">{SENTENCES.crashed}</p>
        <Button onClick={() => window.location.reload()}>Load the page again</Button>
      </div>
    );
  }
}
