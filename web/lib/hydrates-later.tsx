// Parts of a page whose code comes after the first script. Their prerendered HTML stays until then.
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { replayEarlyActions } from './early-actions.ts';

export interface LaterPart<Props> {
  readonly Part: ComponentType<Props>;
  readonly load: () => Promise<void>;
}

/**
 * A component whose code is loaded later. Once loaded it renders immediately: `lazy` alone would show the fallback
 * first, and React keeps that for 300 ms.
 */
export function laterPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LaterPart<Props> {
  let Loaded: ComponentType<Props> | null = null;
  const loadAndKeep = async () => {
    const code = await load();
    Loaded = code.default;
    return code;
  };
  const Lazy = lazy(loadAndKeep) as unknown as ComponentType<Props>;
  function Part(props: Props) {
    // Chosen once: a switch between the two would remount the part.
    const [Shown] = useState(() => Loaded ?? Lazy);
    return <Shown {...props} />;
  }
  return { Part, load: async () => void (await loadAndKeep()) };
}

/** Hydrates its children after the rest of the page, and replays what the visitor did in them until then. */
export function HydratesLater({ children }: { readonly children: ReactNode }) {
  const [isHydrated, setHydrated] = useState(false);
  return (
    <div data-hydrates-later={isHydrated ? undefined : ''}>
      <Suspense fallback={null}>
        {children}
        <WhenHydrated then={() => setHydrated(true)} />
      </Suspense>
      {isHydrated && <WhenHydrated then={replayEarlyActions} />}
    </div>
  );
}

/** Its effect runs once the part beside it is hydrated. */
export function WhenHydrated({ then }: { readonly then: () => unknown }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once.
  useEffect(() => {
    // Wait for the next task: state changes during hydration are lost.
    const turn = setTimeout(then);
    return () => clearTimeout(turn);
  }, []);
  return null;
}
