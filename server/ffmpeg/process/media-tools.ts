// The two programs that read and make videos.

/** The paths of ffmpeg and ffprobe. */
export interface MediaTools {
  readonly ffmpegPath: string;
  readonly ffprobePath: string;
}
