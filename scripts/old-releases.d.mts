/** A release as a person names it, and its commit. */
export interface OldRelease {
  readonly name: string;
  readonly commit: string;
}
export declare const OLD_RELEASES: readonly OldRelease[];
export declare function fetchOldReleases(): void;
export declare function oldRelease(commit: string): string;
