// A failure to start that the operator can fix. main.ts prints the message alone, without a stack.

/** The message is one or more plain sentences: what is wrong, and what to do. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
