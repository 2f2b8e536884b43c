// Types for the parts that tests use of two packages without types.
declare module 'smtp-server' {
  import type { Server } from 'node:net';
  import type { Readable } from 'node:stream';

  type Answer = (error?: Error | null) => void;
  type LogIn = { readonly username: string; readonly password: string };

  export class SMTPServer {
    readonly server: Server;
    constructor(options: {
      authOptional?: boolean;
      key?: Buffer;
      cert?: Buffer;
      disabledCommands?: string[];
      allowInsecureAuth?: boolean;
      onAuth?: (logIn: LogIn, session: unknown, answer: (error: Error | null, user?: { user: string }) => void) => void;
      onRcptTo?: (address: { address: string }, session: unknown, answer: Answer) => void;
      onData?: (stream: Readable, session: unknown, answer: Answer) => void;
    });
    listen(port: number, host: string, listening: () => void): void;
    close(closed: () => void): void;
    on(event: 'error', listener: (error: Error) => void): void;
  }
}

declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>);
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    on(event: string, listener: (...values: unknown[]) => void): void;
  }
  export default Provider;
}
