// `Promise.withResolvers`, which Safari has since 17.4 only, and a limit of the time that a promise takes.

/** A promise with the functions that settle it. */
export interface Resolvers<Value> {
  readonly promise: Promise<Value>;
  readonly resolve: (value: Value) => void;
  readonly reject: (reason: unknown) => void;
}

export function withResolvers<Value>(): Resolvers<Value> {
  let resolve: Resolvers<Value>['resolve'] = () => undefined;
  let reject: Resolvers<Value>['reject'] = () => undefined;
  const promise = new Promise<Value>((onValue, onReason) => {
    resolve = onValue;
    reject = onReason;
  });
  return { promise, resolve, reject };
}

/** The answer; rejects when it takes longer than this. */
export function inTime<Answer>(answer: Promise<Answer>, limitMs: number): Promise<Answer> {
  const { promise: late, reject } = withResolvers<never>();
  const timeout = setTimeout(() => reject(new Error('No answer')), limitMs);
  return Promise.race([answer, late]).finally(() => clearTimeout(timeout));
}
