// Where the camera stands: face-on or down the line, framed so that golfer and club are in the picture.
import { PerspectiveCamera } from 'three';

export type View = 'face-on' | 'down-the-line';

export interface Framing {
  view: View;
  widthPx: number;
  heightPx: number;
  /** Height of the picture at the golfer, in metres. */
  heightM: number;
  mirrored: boolean;
  /** Moves the golfer sideways in the picture, as a fraction of its width. */
  shift: number;
}

const DISTANCE = 6.2;

export function createCamera(framing: Framing): PerspectiveCamera {
  const { view, widthPx, heightPx, heightM, mirrored, shift } = framing;
  const fov = (2 * Math.atan(heightM / 2 / DISTANCE) * 180) / Math.PI;
  const camera = new PerspectiveCamera(fov, widthPx / heightPx, 0.5, 900);
  const side = mirrored ? -1 : 1;
  // The lower edge of the picture is a little in front of the ball; the eye is at chest height.
  const eye = 1.12;
  const middle = heightM * 0.5 - 0.22 * heightM;
  if (view === 'face-on') {
    camera.position.set(side * 0.02, eye, DISTANCE + 0.35);
    camera.lookAt(side * 0.02, middle, 0.35);
  } else {
    camera.position.set(side * (-DISTANCE - 0.1), eye, 0.33);
    camera.lookAt(0, middle, 0.33);
  }
  if (shift !== 0) camera.setViewOffset(widthPx, heightPx, -shift * widthPx, 0, widthPx, heightPx);
  camera.updateProjectionMatrix();
  camera.updateMatrixWorld();
  return camera;
}
