// The calls that list the library and the demo swings.
import type { FastifyInstance } from 'fastify';
import { calls } from '#contract/calls.ts';
import type { AdminGolfer, GolferCard, GolferDetail } from '#contract/golfers.ts';
import { golferTempo } from '#domain/library/golfer.ts';
import { GOLFER_VIDEO_PATH, parseGolferId } from '#server/http/media/media.ts';
import type { HttpParts } from '#server/http/parts/http-parts.ts';
import { route } from '#server/http/route/route.ts';
import type { LibraryGolfer } from '#server/library/golfer-store.ts';
import { AppError } from '#server/runtime/app-error.ts';

export function golferRoutes(app: FastifyInstance, { golfers, demos, administrator }: HttpParts): void {
  route(app, calls.listGolfers, async ({ request }) => {
    const toListed = (await administrator.isFromAdmin(request)) ? toAdminGolfer : toCard;
    return (await golfers.list()).map(toListed);
  });

  route(app, calls.getGolfer, async ({ params, request }) => {
    // Only the canonical form of an id: `%31` is refused like `1e3`.
    const isPlain = request.url.split('?')[0]?.endsWith(`/${params.id}`);
    const id = isPlain ? parseGolferId(params.id) : null;
    const golfer = id === null ? undefined : await golfers.find(id);
    if (!golfer) throw new AppError('golfer-not-found');
    return toDetail(golfer);
  });

  route(app, calls.listDemos, async () => demos.list());
}

function toCard(golfer: LibraryGolfer): GolferCard {
  const { id, name, thumbnailUrl, majorChampionships, club, height, level, tag, view, hand, bodyUrl } = golfer;
  return {
    id,
    name,
    thumbnailUrl,
    majorChampionships,
    club,
    height,
    level,
    tag,
    view,
    hand,
    bodyUrl,
    videoUrl: `${GOLFER_VIDEO_PATH}${id}.mp4`,
    tempo: golferTempo(golfer, golfer.slowMotionFactor),
  };
}

export function toAdminGolfer(golfer: LibraryGolfer): AdminGolfer {
  const { restTime, topTime, strikeTime } = golfer;
  return { ...toCard(golfer), restTime, topTime, strikeTime };
}

export function toDetail(golfer: LibraryGolfer): GolferDetail {
  return { ...toAdminGolfer(golfer), clip: golfer.video.clip, slowMotionFactor: golfer.slowMotionFactor };
}
