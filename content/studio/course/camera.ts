// Where the camera stands: face-on or down the line, level and as high as the hands, as a coach would place it.
import { PerspectiveCamera, Vector3 } from 'three';

export type View = 'face-on' | 'down-the-line';

/** A tripod's offset from the usual place, as another visitor might set it up. */
export interface Tripod {
  /** How far the camera is turned around the golfer, in degrees to the right. */
  turnDegrees: number;
  /** Offset to the right, in meters. The golfer then appears further left in the picture. */
  asideM: number;
  /** Additional height, in meters. The camera then looks down, so that the golfer stays in the middle. */
  upM: number;
  /** How far the camera leans to the right, in degrees. */
  leanDegrees: number;
}

export interface Framing {
  view: View;
  widthPx: number;
  heightPx: number;
  /** Height of the picture at the golfer, in meters. */
  pictureM: number;
  /** The camera's height above the ground, in meters. */
  eyeM: number;
  /** The middle of a picture down the line, from the feet towards the ball, in meters. */
  sideMiddleM: number;
  mirrored: boolean;
  /** Moves the golfer sideways in the picture, as a fraction of its width. */
  shift: number;
  /** Where the ground under the golfer is, as a fraction of the picture's height from its top. */
  ground: number;
  /** From the camera to the golfer, in meters; {@link USUAL_DISTANCE_M} when not given. */
  distanceM?: number;
  /** The usual place when not given. */
  tripod?: Tripod;
}

/** Where the camera stands in the clips of the library. */
const USUAL_DISTANCE_M = 6.2;
/** The middle of a face-on picture is a little nearer to the target. */
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
  if (framing.tripod) moveTripod(camera, framing.tripod);
  // The camera looks level, so that upright lines stay upright; the lens is shifted instead of tilted.
  const down = ground - (0.5 + eyeM / pictureM);
  camera.setViewOffset(widthPx, heightPx, -shift * widthPx, -down * heightPx, widthPx, heightPx);
  camera.updateProjectionMatrix();
  camera.updateMatrixWorld();
  return camera;
}

function moveTripod(camera: PerspectiveCamera, { turnDegrees, asideM, upM, leanDegrees }: Tripod): void {
  const way = new Vector3();
  camera.getWorldDirection(way);
  // The golfer stands on the line of sight, where x or z is 0.
  const distance = Math.hypot(camera.position.x * way.x, camera.position.z * way.z);
  const aim = camera.position.clone().addScaledVector(way, distance);
  const right = new Vector3().crossVectors(way, camera.up);
  camera.position
    .sub(aim)
    .applyAxisAngle(camera.up, (turnDegrees * Math.PI) / 180)
    .add(aim);
  camera.position.addScaledVector(right, asideM).setY(camera.position.y + upM);
  camera.lookAt(aim.addScaledVector(right, asideM));
  camera.rotateZ((-leanDegrees * Math.PI) / 180);
}
