// The demo swings of specification §3, served from the content folder.
import { join } from 'node:path';
import type { DemoVideo } from '#contract/golfers.ts';
import { type ProbedVideo, probeClip } from '#server/ffmpeg/probe/probe.ts';
import type { MediaTools } from '#server/ffmpeg/process/media-tools.ts';
import { CONTENT_PATH, type Content } from './content.ts';

/** A demo swing as a comparison needs it. */
export interface DemoSource {
  /** Its file below content/. */
  readonly file: string;
  readonly video: ProbedVideo;
}

/** Lists and finds demo swings. */
export class DemoSwings {
  readonly #content: Content;
  readonly #tools: MediaTools;
  /** Probed once, for the first comparison. */
  #video: Promise<ProbedVideo> | null = null;

  constructor(content: Content, tools: MediaTools) {
    this.#content = content;
    this.#tools = tools;
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
    const { demo, root } = this.#content;
    if (!demo || videoUrl !== CONTENT_PATH + demo.file) return undefined;
    this.#video ??= probeClip(this.#tools, join(root, demo.file));
    try {
      return { file: demo.file, video: await this.#video };
    } catch (error) {
      this.#video = null;
      throw error;
    }
  }
}
