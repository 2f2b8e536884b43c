// The still before the background video: one moment of the same clip, small enough to be there with the words.
import tallAvif from '#web/pages/analysis/hero/pictures/hero-tall.avif';
import tallWebp from '#web/pages/analysis/hero/pictures/hero-tall.webp';
import wideAvif from '#web/pages/analysis/hero/pictures/hero-wide.avif';
import wideWebp from '#web/pages/analysis/hero/pictures/hero-wide.webp';

/** Phones held upright show only the middle of the picture: they get just that, in the same size. */
const UPRIGHT_PHONE = '(max-width: 440px) and (min-height: 700px)';

/** The picture, filling the same place as the video above it. */
export function HeroPicture() {
  return (
    <picture>
      <source media={UPRIGHT_PHONE} srcSet={tallAvif} type="image/avif" />
      <source media={UPRIGHT_PHONE} srcSet={tallWebp} type="image/webp" />
      <source srcSet={wideAvif} type="image/avif" />
      <img
        src={wideWebp}
        alt=""
        fetchPriority="high"
        className="absolute inset-y-0 right-0 -z-20 h-full w-full object-cover lg:w-[62%]"
      />
    </picture>
  );
}
