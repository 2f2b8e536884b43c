// A server with one golfer, one demo swing, and a visitor with an uploaded swing, ready for a comparison. The caller closes
// it.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Change, mergeBodyOf } from './merge-body.ts';
import { startTestServer, type TestServer } from './test-server.ts';
import { type Answer, TestVisitor } from './test-visitor.ts';

/** Two swings and their visitor. */
export interface ComparedSwings {
  readonly server: TestServer;
  readonly visitor: TestVisitor;
  readonly golferId: number;
  /** The handle of the visitor's swing. */
  readonly swing: string;
  /** A valid merge request with a change. */
  readonly mergeBody: (change?: Change) => Record<string, unknown>;
  readonly merge: (change?: Change) => Promise<Answer>;
  readonly close: () => Promise<void>;
}

/** Starts it. Both clips are videos of at least 2 s. */
export async function startComparedSwings(clips: { golfer: string; swing: string }): Promise<ComparedSwings> {
  const contentRoot = await mkdtemp(join(tmpdir(), 'swingmark-content-'));
  await writeContent(contentRoot, await readFile(clips.golfer));
  const server = await startTestServer({ contentRoot });
  const visitor = new TestVisitor(server.url);
  const golfers = await visitor.call<{ id: number }[]>('listGolfers');
  const golferId = golfers.body[0]?.id ?? 0;
  const swing = String((await visitor.upload('swing', await readFile(clips.swing))).body.filePath);
  const mergeBody = (change?: Change) => mergeBodyOf(swing, golferId, change);
  return {
    server,
    visitor,
    golferId,
    swing,
    mergeBody,
    merge: (change) => visitor.call('mergeVideos', { body: mergeBody(change) }),
    close: async () => {
      await server.close();
      await rm(contentRoot, { recursive: true });
    },
  };
}

async function writeContent(contentRoot: string, clip: Buffer): Promise<void> {
  await mkdir(join(contentRoot, 'swings'));
  for (const name of ['model', 'demo']) await writeFile(join(contentRoot, `swings/${name}.mp4`), clip);
  const entry = { club: 'Driver', level: 'Model', tag: 'Tempo', restTime: 0.4, topTime: 1, strikeTime: 1.4 };
  const library = {
    demo: { ...entry, slug: 'demo', title: 'Demo', file: 'swings/demo.mp4' },
    golfers: [{ ...entry, slug: 'model', name: 'Model', majorChampionships: 0, file: 'swings/model.mp4' }],
  };
  await writeFile(join(contentRoot, 'library.json'), JSON.stringify(library));
}
