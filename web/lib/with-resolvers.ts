// `Promise.withResolvers`, which Safari has since 17.4 only, and a limit of the time that a promise takes.

export function withResolvers<Value>(): PromiseWithResolvers<Value> {
  let resolve: PromiseWithResolvers<Value>['resolve'] = () => undefined;
  let reject: PromiseWithResolvers<Value>['reject'] = () => undefined;
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
