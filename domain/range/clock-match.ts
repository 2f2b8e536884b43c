// Matches a clock that only sends its times, such as the camera's or the microphone's, with the clock of the receiver. A
// message can be late but never early, so the smallest difference of the last seconds is the nearest to the truth.

interface ClockMatch {
  /** Takes a time of the sender, and when it arrived on the receiver's clock. Both in seconds. */
  readonly note: (sent: number, arrived: number) => void;
  /** The receiver's time of a sender's time, or null before the first message. */
  readonly toReceiver: (sent: number) => number | null;
  /** The sender's time of a receiver's time, or null before the first message. */
  readonly toSender: (received: number) => number | null;
}

/**
 * Creates a match without messages, which judges by the messages of the last `remembered` seconds: as long as the clocks stay
 * together to a millisecond.
 */
export function createClockMatch(remembered: number): ClockMatch {
  let notes: readonly { readonly arrived: number; readonly delay: number }[] = [];
  const least = () => (notes.length === 0 ? null : notes.reduce((low, { delay }) => Math.min(low, delay), Infinity));
  return {
    note(sent, arrived) {
      const delay = arrived - sent;
      // A later note with a smaller delay supersedes the earlier ones.
      notes = [...notes.filter((one) => one.delay < delay && arrived - one.arrived < remembered), { arrived, delay }];
    },
    toReceiver(sent) {
      const delay = least();
      return delay === null ? null : sent + delay;
    },
    toSender(received) {
      const delay = least();
      return delay === null ? null : received - delay;
    },
  };
}
