// The messages between the page and the worker that makes small pictures.

/** The format of the pictures. */
export const SMALL_PICTURE_TYPE = 'image/jpeg';

/** The page's request for the pictures of a video, starting at a frame. */
export interface SmallPicturesRequest {
  readonly src: string;
  readonly frameCount: number;
  readonly from: number;
}

/** Messages from the page: first the request, then commands to pause and to continue. */
export type ToSmallPicturesWorker = SmallPicturesRequest | 'hold' | 'go';

/** One picture, or the end of the pictures. */
export type FromSmallPicturesWorker = { readonly frame: number; readonly picture: ArrayBuffer } | 'done';
