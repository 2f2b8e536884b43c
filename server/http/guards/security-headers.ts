// Sets the security headers of every response: content security policy, framing, content sniffing.
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/** Sets the headers. `isSecure`: the server is reached by https. */
export async function setSecurityHeaders(app: FastifyInstance, isSecure: boolean): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        // The pages show and read the visitor's own files through blob: URLs.
        'media-src': ["'self'", 'blob:'],
        'img-src': ["'self'", 'blob:', 'data:'],
        'connect-src': ["'self'", 'blob:'],
        'worker-src': ["'self'", 'blob:'],
        // WebAssembly runs the body model; it allows no script, and no eval.
        'script-src': ["'self'", "'wasm-unsafe-eval'"],
        // Radix locks scrolling behind dialogs with a style element.
        'style-src': ["'self'", "'unsafe-inline'"],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
      },
    },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
    hsts: isSecure && { maxAge: 31_536_000, includeSubDomains: false },
  });
}
