/** Makes an element give up its file, its connection and its decoder at once; otherwise it holds them until it is collected. */
export function unloadMedia(media: HTMLMediaElement): void {
  media.removeAttribute('src');
  media.load();
}
