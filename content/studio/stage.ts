// The scene of one clip: the course, drawn once, and the golfer, club, ball and shadow, drawn over it for each frame.
import {
  Group,
  Mesh,
  MeshStandardMaterial,
  NeutralToneMapping,
  PCFShadowMap,
  PlaneGeometry,
  Scene,
  ShadowMaterial,
  SphereGeometry,
  SRGBColorSpace,
  WebGLRenderer,
} from 'three';
import { drawBackdrop } from '#studio/course/backdrop.ts';
import { createFootShade } from '#studio/course/foot-shade.ts';
import { addMorningLight } from '#studio/course/light.ts';
import { paintable } from '#studio/course/paintable.ts';
import { createStrikeDebris } from '#studio/course/strike-debris.ts';
import { createClub } from '#studio/figure/club-model.ts';
import { createFigure } from '#studio/figure/figure.ts';
import { ballFlight } from '#studio/motion/ball-flight.ts';
import { BALL_RADIUS } from '#studio/motion/club.ts';
import { headSpeed } from '#studio/motion/swing-figures.ts';
import { clipCamera, clipSwing } from './clip-swing.ts';
import type { ClipPlan } from './clips.ts';

export interface StageOptions {
  widthPx: number;
  heightPx: number;
  /** Grid of the soft body in meters: smaller is finer and slower. */
  step: number;
}

/** Another moment blended over the first, for a seamless loop. */
export interface Crossfade {
  time: number;
  part: number;
}

export interface Stage {
  draw(time: number, crossfade?: Crossfade): void;
  canvas: HTMLCanvasElement;
}

function createRenderer(widthPx: number, heightPx: number): WebGLRenderer {
  const renderer = new WebGLRenderer({ antialias: true, alpha: true, preserveDrawingBuffer: true });
  renderer.setSize(widthPx, heightPx, false);
  renderer.setClearColor(0x000000, 0);
  renderer.toneMapping = NeutralToneMapping;
  renderer.toneMappingExposure = 1.1;
  renderer.outputColorSpace = SRGBColorSpace;
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.type = PCFShadowMap;
  return renderer;
}

/** Catches the golfer's shadow over the drawn course. */
function shadowGround(mirrored: boolean): Mesh {
  const ground = new Mesh(new PlaneGeometry(5.6, 4), new ShadowMaterial({ color: 0x081206, opacity: 0.5 }));
  ground.rotation.x = -Math.PI / 2;
  ground.position.set(mirrored ? -1.1 : 1.1, 0, -0.7);
  ground.receiveShadow = true;
  return ground;
}

export function createStage(plan: ClipPlan, options: StageOptions): Stage {
  const { widthPx, heightPx } = options;
  const mirrored = plan.hand === 'left';
  const renderer = createRenderer(widthPx, heightPx);
  const camera = clipCamera({ ...plan, widthPx, heightPx });
  const backdrop = drawBackdrop(renderer, camera, plan);

  const swing = clipSwing(plan);
  const struck = { club: plan.club, headSpeed: headSpeed(swing, plan.times.strike - 0.001) };
  const scene = new Scene();
  addMorningLight(scene, mirrored, 1792);
  const golfer = new Group();
  golfer.scale.x = mirrored ? -1 : 1;
  const figure = createFigure(swing, plan.looks, options.step);
  const club = createClub(plan.club, swing);
  const ball = new Mesh(
    new SphereGeometry(BALL_RADIUS, 24, 18),
    new MeshStandardMaterial({ color: '#ffffff', roughness: 0.35 }),
  );
  ball.castShadow = true;
  const debris = createStrikeDebris(swing, plan.seed, struck.headSpeed);
  const footShade = createFootShade();
  golfer.add(figure.group, club.group, ball, debris.group, footShade.group);
  scene.add(golfer, shadowGround(mirrored));

  const { canvas, picture } = paintable(widthPx, heightPx);

  const moment = paintable(widthPx, heightPx);

  function paintMoment(time: number): void {
    const pose = swing.poseAt(time);
    const sinceStrike = time - plan.times.strike;
    figure.show(pose);
    footShade.show(pose);
    debris.show(sinceStrike);
    club.show(time);
    const flight = ballFlight(struck, swing.ball, sinceStrike);
    ball.visible = flight !== null;
    if (flight) {
      ball.position.copy(flight);
      // A distant ball is still visible as a bright dot.
      ball.scale.setScalar(Math.max(1, flight.distanceTo(swing.ball) * 0.03));
    }
    renderer.render(scene, camera);
    moment.picture.drawImage(backdrop, 0, 0);
    moment.picture.drawImage(renderer.domElement, 0, 0);
  }

  return {
    canvas,
    // No motion blur, as with a good phone in the sun, so that a frame can be marked exactly.
    draw(time, crossfade) {
      paintMoment(time);
      picture.globalAlpha = 1;
      picture.drawImage(moment.canvas, 0, 0);
      if (!crossfade) return;
      paintMoment(crossfade.time);
      picture.globalAlpha = crossfade.part;
      picture.drawImage(moment.canvas, 0, 0);
    },
  };
}
