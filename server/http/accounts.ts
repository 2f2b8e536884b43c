// The calls about who is asking.
import type { FastifyInstance } from 'fastify';
import { calls } from '#contract/calls.ts';
import { route } from './route.ts';

/** Mounts the calls. There are no accounts yet: everyone is a visitor. */
export function accountRoutes(app: FastifyInstance): void {
  route(app, calls.currentUser, async () => null);
}
