// The demo swings of specification §3, served from the content folder.
import type { DemoVideo } from '#contract/golfers.ts';
import type { ProbedVideo } from '#server/ffmpeg/probe/probe.ts';
import { CONTENT_PATH, type Content } from './content.ts';

/** Returns the probed facts of a file below content/. */
export type ContentProbe = (file: string) => Promise<ProbedVideo>;

/** A demo swing as a comparison needs it. */
export interface DemoSource {
  /** Its file below content/. */
  readonly file: string;
  readonly video: ProbedVideo;
}

/** Lists and finds demo swings. */
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
    const { slug, title, club, tag, file, thumbnail } = demo;
    return [
      {
        id: slug,
        videoUrl: CONTENT_PATH + file,
        thumbnailUrl: thumbnail ? CONTENT_PATH + thumbnail : null,
        title,
        club,
        tag,
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
