// The pictures of the four steps, in the two formats that browsers take.
import avif1 from './pictures/step-1.avif';
import webp1 from './pictures/step-1.webp';
import avif2 from './pictures/step-2.avif';
import webp2 from './pictures/step-2.webp';
import avif3 from './pictures/step-3.avif';
import webp3 from './pictures/step-3.webp';
import avif4 from './pictures/step-4.avif';
import webp4 from './pictures/step-4.webp';

/** One picture per step, in order. */
export const STEP_PICTURES = [
  { avif: avif1, webp: webp1 },
  { avif: avif2, webp: webp2 },
  { avif: avif3, webp: webp3 },
  { avif: avif4, webp: webp4 },
] as const;
