// Where the camera stands: face-on or down the line, level and as high as the hands, as a coach would place it.
import { PerspectiveCamera } from 'three';

export type View = 'face-on' | 'down-the-line';

export interface Framing {
  view: View;
  widthPx: number;
  heightPx: number;
  /** Height of the picture at the golfer, in metres. */
  pictureM: number;
  /** The camera's height above the ground, in metres. */
  eyeM: number;
  /** The middle of a picture down the line, from the feet towards the ball, in metres. */
  sideMiddleM: number;
  mirrored: boolean;
  /** Moves the golfer sideways in the picture, as a fraction of its width. */
  shift: number;
  /** Where the ground under the golfer is, as a fraction of the picture's height from its top. */
  ground: number;
  /** From the camera to the golfer, in metres; {@link USUAL_DISTANCE_M} when not given. */
  distanceM?: number;
}

/** Where the camera stands in the clips of the library. */
const USUAL_DISTANCE_M = 6.2;
/** The middle of a picture face-on is a little nearer the target. */
const FACE_ON_MIDDLE = 0.04;

export function createCamera(framing: Framing): PerspectiveCamera {
  const { view, widthPx, heightPx, pictureM, eyeM, sideMiddleM, mirrored, shift, ground } = framing;
  const { distanceM = USUAL_DISTANCE_M } = framing;
  const fov = (2 * Math.atan(pictureM / 2 / distanceM) * 180) / Math.PI;
  const camera = new PerspectiveCamera(fov, widthPx / heightPx, 0.5, 900);
  const side = mirrored ? -1 : 1;
  const middle = view === 'face-on' ? FACE_ON_MIDDLE : sideMiddleM;
  if (view === 'face-on') {
    camera.position.set(side * middle, eyeM, distanceM);
    camera.lookAt(side * middle, eyeM, 0);
  } else {
    camera.position.set(side * -distanceM, eyeM, middle);
    camera.lookAt(0, eyeM, middle);
  }
  // The camera looks level, so that upright lines stay upright; the lens is shifted instead of tilted.
  const down = ground - (0.5 + eyeM / pictureM);
  camera.setViewOffset(widthPx, heightPx, -shift * widthPx, -down * heightPx, widthPx, heightPx);
  camera.updateProjectionMatrix();
  camera.updateMatrixWorld();
  return camera;
}
