// The shipped content listed in content/library.json: golfers, the demo swings (specification §3) and the pages' pictures.
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { type DemoVideo, Filmed } from '#contract/golfers.ts';
import { MAX_SLOW_MOTION_FACTOR } from '#domain/swing/slow-motion.ts';
import type { ProbedVideo } from '#server/ffmpeg/probe/probe.ts';
import { isErrno } from '#server/files/errno.ts';
import { StartError } from '#server/runtime/app-error.ts';

/** A file below content/: no parent folders, no hidden files. */
const ContentFile = z
  .string()
  .regex(/^[a-z0-9-]+(\/[a-z0-9-]+)*(\.[a-z0-9]+){1,2}$/i, 'is not a file of the content folder');

const Swing = z.object({
  slug: z.string().regex(/^[a-z0-9-]+$/),
  club: z.string(),
  level: z.string(),
  tag: z.string(),
  file: ContentFile,
  thumbnail: ContentFile.nullish(),
  restTime: z.number().min(0),
  topTime: z.number().min(0),
  strikeTime: z.number().min(0),
});

const ContentGolfer = Swing.extend({
  name: z.string().min(1),
  majorChampionships: z.int().min(0),
  height: z.string().nullish(),
  slowMotionFactor: z.number().min(1).max(MAX_SLOW_MOTION_FACTOR).default(1),
  ...Filmed.partial().shape,
  /** The golfer's body as `domain/library/golfer-body.ts` stores it. */
  body: ContentFile.nullish(),
});

const ContentShape = z.object({
  demo: Swing.extend({ title: z.string(), body: ContentFile.nullish() }),
  golfers: z.array(ContentGolfer),
  hero: z.object({ file: ContentFile, poster: ContentFile.nullish() }).nullish(),
  howTo: z.array(ContentFile).default([]),
});

export type ContentGolfer = z.infer<typeof ContentGolfer>;
type ContentDemo = z.infer<typeof ContentShape>['demo'];

export interface Content {
  /** The absolute path of the folder. */
  readonly root: string;
  readonly demo: ContentDemo | null;
  readonly golfers: readonly ContentGolfer[];
  /** Every file that the content lists, relative to its folder. Only these are served. */
  readonly files: ReadonlySet<string>;
}

/** Where the content's files are served. */
export const CONTENT_PATH = '/content/';

/** No content, for tests: nothing is seeded and nothing served. */
export function noContent(): Content {
  return { root: join(tmpdir(), 'swingmark-no-content'), demo: null, golfers: [], files: new Set() };
}

/**
 * Reads the content. Throws a `StartError` without a usable library.json: if a wrong folder counted as an empty
 * library, every shipped golfer would be removed.
 */
export async function readContent(root: string): Promise<Content> {
  const { demo, golfers, hero, howTo } = await readLibraryFile(root);
  const swings = [demo, ...golfers];
  const files = [
    ...swings.flatMap(({ file, thumbnail }) => [file, thumbnail]),
    ...[demo.body, hero?.file, hero?.poster],
    ...howTo,
  ].filter((file) => file != null);
  return { root, demo, golfers, files: new Set(files) };
}

async function readLibraryFile(root: string): Promise<z.infer<typeof ContentShape>> {
  const path = join(root, 'library.json');
  try {
    return ContentShape.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (cause) {
    const problem = isErrno(cause, 'ENOENT', 'ENOTDIR')
      ? `there is no library.json in ${root}`
      : `${path} cannot be read as a library`;
    throw new StartError(
      `CONTENT_DIR: ${problem}. Nothing was changed. Please set it to the folder of the shipped content, or leave it out.`,
      { cause },
    );
  }
}

/** Returns the probed facts of a file below content/. */
type ContentProbe = (file: string) => Promise<ProbedVideo>;

/** A demo swing as a comparison needs it. */
interface DemoSource {
  /** Its file below content/. */
  readonly file: string;
  readonly video: ProbedVideo;
}

export class DemoSwings {
  readonly #content: Content;
  readonly #probe: ContentProbe;
  /** Probed once, for the first comparison. */
  #video: Promise<ProbedVideo> | null = null;

  constructor(content: Content, probe: ContentProbe) {
    this.#content = content;
    this.#probe = probe;
  }

  list(): DemoVideo[] {
    const { demo } = this.#content;
    if (!demo) return [];
    const { slug, title, club, tag, file, thumbnail, body } = demo;
    return [
      {
        id: slug,
        videoUrl: CONTENT_PATH + file,
        thumbnailUrl: thumbnail ? CONTENT_PATH + thumbnail : null,
        title,
        club,
        tag,
        bodyUrl: body ? CONTENT_PATH + body : null,
      },
    ];
  }

  /** The demo swing at an address, which must match exactly: a client's address is never fetched. */
  async find(videoUrl: string): Promise<DemoSource | undefined> {
    const { demo } = this.#content;
    if (!demo || videoUrl !== CONTENT_PATH + demo.file) return undefined;
    this.#video ??= this.#probe(demo.file);
    try {
      return { file: demo.file, video: await this.#video };
    } catch (error) {
      this.#video = null;
      throw error;
    }
  }
}
