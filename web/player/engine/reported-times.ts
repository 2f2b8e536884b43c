// Finds the frame that a frame callback reports. WebKitGTK counts `mediaTime` as if the file had no edit list, although
// the picture and the element's own time follow the list (docs/browsers.md).

/** One call of a frame callback, in seconds. */
export interface FrameReport {
  readonly mediaTime: number;
  /** The element's time at the call. */
  readonly currentTime: number;
  /** Whether the element is paused and not seeking, so that its time is within the frame on screen. */
  readonly isStill: boolean;
}

/** Returns the times of reported frames. Learns from frames of a still element how this engine counts. */
export interface ReportedTimes {
  /** The time of a reported frame. `mediaOffset`: its media time minus its shown time, or null. */
  readonly shownTime: (report: FrameReport, mediaOffset: number | null) => number;
}

/** Rounding of an engine's clock, in seconds: the tolerance for detecting how it counts. */
const ROUNDING = 0.002;

/** Creates the times of one engine. */
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
