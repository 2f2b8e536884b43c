// The way from the button to the microphone. The microphone and its permission are the browser's.
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { FIRST_CHOICES } from '#domain/comparison/comparison-choices.ts';
import { NO_ANNOTATIONS } from '#domain/swing/swing.ts';
import { words } from '#web/words/words.ts';
import { useLessonRecording } from './use-lesson-recording.tsx';

afterEach(() => vi.unstubAllGlobals());

const SWING = {
  clipId: 'a',
  file: new File(['a'], 'a.mp4'),
  annotations: NO_ANNOTATIONS,
  slowMotionFactor: null,
  proposedFactor: null,
};
const OPTIONS = {
  swings: { user: SWING, pro: { golferId: null, video: { ...SWING, clipId: 'b' } } },
  alignment: 'strike',
  choices: FIRST_CHOICES,
  drawings: { strokes: [], draft: { current: null } },
  sendButton: () => null,
} as const;

function Entry() {
  return useLessonRecording(OPTIONS).entry;
}

function pressRecord() {
  const page = render(<Entry />);
  fireEvent.click(screen.getByRole('button', { name: words.lesson.record }));
  return page;
}

test('does not open the microphone for a page that was left while the recorder loaded [F32]', async () => {
  const getUserMedia = vi.fn(() => new Promise(() => undefined));
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { mediaDevices: { getUserMedia } }));
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('MediaRecorder', class {});
  pressRecord().unmount();
  // The page after it records: by then the code of the first has arrived, too.
  const { unmount } = pressRecord();
  await waitFor(() => expect(getUserMedia).toHaveBeenCalled());
  expect(getUserMedia).toHaveBeenCalledTimes(1);
  unmount();
});
