// The two programs that read and make videos.

export interface MediaTools {
  readonly ffmpegPath: string;
  readonly ffprobePath: string;
}
