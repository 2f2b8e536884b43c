// Which frame a frame callback speaks of. WebKitGTK counts `mediaTime` as if the file had no edit list, although the picture
// and the element's own time follow the list (docs/browsers.md).

/** One call of a frame callback, in seconds. */
export interface FrameReport {
  readonly mediaTime: number;
  /** The element's time at the call. */
  readonly currentTime: number;
  /** Whether the element is paused and not seeking: then its time is within the frame on screen. */
  readonly isStill: boolean;
}

/** Gives the times of reported frames; learns from still ones how this engine counts. */
export interface ReportedTimes {
  /** The time of a reported frame. `mediaOffset`: by how much its media time is later than its shown time, or null. */
  readonly shownTime: (report: FrameReport, mediaOffset: number | null) => number;
}

/** An engine that counts otherwise reports a still frame where it was sought, to the rounding of its clock. */
const ROUNDING = 0.002;

/** Times of one engine. */
export function createReportedTimes(): ReportedTimes {
  let countsMedia = false;
  return {
    shownTime({ mediaTime, currentTime, isStill }, mediaOffset) {
      if (mediaOffset === null || Math.abs(mediaOffset) <= ROUNDING) return mediaTime;
      if (isStill && Math.abs(mediaTime - currentTime - mediaOffset) < ROUNDING) countsMedia = true;
      return countsMedia ? mediaTime - mediaOffset : mediaTime;
    },
  };
}
