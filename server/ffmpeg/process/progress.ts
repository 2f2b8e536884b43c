// Parses the output of ffmpeg's `-progress`.

/** A listener for stdout of a run with `-progress pipe:1`: calls back with a growing fraction from 0 to 1. */
export function progressReader(expectedFrames: number, onProgress: (fraction: number) => void): (text: string) => void {
  let rest = '';
  let last = 0;
  return (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const frame = /^frame=\s*(\d+)/.exec(line)?.[1];
      if (frame === undefined) continue;
      const fraction = Math.min(1, Number(frame) / expectedFrames);
      if (fraction <= last) continue;
      last = fraction;
      onProgress(fraction);
    }
  };
}
