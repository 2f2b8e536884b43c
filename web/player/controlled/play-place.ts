// Where a comparison is being watched, so that the live pair and its merged video go on where the other one was.

/** The moment on screen and whether it moves. */
export interface PlayPlace {
  /** Seconds from the moment where the swings meet; negative before it. */
  readonly fromMeeting: number;
  readonly playing: boolean;
}

/** Where both keep it; null until one of them has shown anything. */
export interface KeptPlace {
  current: PlayPlace | null;
}
