// The offer of a lighter copy comes only to a visitor who has waited for a frame.
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { NOTHING_KNOWN, playableOf } from '#web/clip/playable-file.ts';
import { createFramePlayer } from '#web/player/engine/frame-player.ts';
import { OfferBelow } from './preview-offer.tsx';

const OFFER = { name: 'Upload and make a preview' };

test('a clip that is slow to step through is offered a lighter copy once a frame is late', async () => {
  const file = new File(['slow'], 'swing.mp4');
  const player = createFramePlayer();
  const source = {
    src: null,
    clip: null,
    playable: playableOf(file),
    state: { ...NOTHING_KNOWN, verdict: 'slow-to-step' as const },
  };
  // jsdom's video never shows the frame that it is asked for.
  const detach = player.attach(document.createElement('video'));
  render(<OfferBelow {...{ player, file, source }} />);
  expect(screen.queryByRole('button', OFFER)).toBeNull();
  void player.seekTo(1);
  await screen.findByRole('button', OFFER);
  detach();
});
