// The pictures of the four steps, in the two formats that browsers take.
import avif1 from '#web/pages/how-to-use/pictures/step-1.avif';
import webp1 from '#web/pages/how-to-use/pictures/step-1.webp';
import avif2 from '#web/pages/how-to-use/pictures/step-2.avif';
import webp2 from '#web/pages/how-to-use/pictures/step-2.webp';
import avif3 from '#web/pages/how-to-use/pictures/step-3.avif';
import webp3 from '#web/pages/how-to-use/pictures/step-3.webp';
import avif4 from '#web/pages/how-to-use/pictures/step-4.avif';
import webp4 from '#web/pages/how-to-use/pictures/step-4.webp';

/** One picture per step, in order. */
export const STEP_PICTURES = [
  { avif: avif1, webp: webp1 },
  { avif: avif2, webp: webp2 },
  { avif: avif3, webp: webp3 },
  { avif: avif4, webp: webp4 },
] as const;
