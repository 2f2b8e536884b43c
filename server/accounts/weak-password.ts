// Which passwords are refused for a new account: short ones, ones made of the visitor's own name, and ones that zxcvbn
// expects to be guessed within a million tries (https://github.com/zxcvbn-ts/zxcvbn).
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

/** The shortest accepted password, in characters. */
export const MIN_PASSWORD_LENGTH = 8;

/** Ten to this power: fewer guesses than this and the password is refused. zxcvbn calls it score 0 or 1. */
const MIN_GUESSES_LOG10 = 6;
/** zxcvbn's time grows with the square of the length; what is longer than this is not weak because of its beginning. */
const MAX_ESTIMATED_LENGTH = 64;
/** Words that are guessed here more readily than elsewhere. */
const PRODUCT_WORDS = [
  'swingmark',
  'golf',
  'golfer',
  'golfing',
  'golfswing',
  'birdie',
  'bogey',
  'fairway',
  'holeinone',
];
/** A name shorter than this is part of too many good passwords to be refused. */
const MIN_FORBIDDEN_NAME_LENGTH = 4;

const TOO_SHORT = `Please use a password of at least ${MIN_PASSWORD_LENGTH} characters`;
const TOO_COMMON = 'This password is too common. Please choose another one.';
const LIKE_NAME = 'Please choose a password that is not your name or email address';

let estimator: Promise<ZxcvbnFactory> | null = null;

/** The sentence that says why a password is refused, or null. `names` are what the password must not be made of. */
export async function weakPasswordProblem(password: string, names: readonly string[]): Promise<string | null> {
  const text = password.normalize('NFKC').toLowerCase();
  if ([...text].length < MIN_PASSWORD_LENGTH) return TOO_SHORT;
  if (names.some((name) => isMadeOf(text, name.toLowerCase()))) return LIKE_NAME;
  const { guessesLog10 } = (await loadEstimator()).check(text.slice(0, MAX_ESTIMATED_LENGTH));
  return guessesLog10 < MIN_GUESSES_LOG10 ? TOO_COMMON : null;
}

/** The list of 49,000 passwords takes 27 MB, so it is loaded at the first sign-up. All of zxcvbn's lists take 136 MB. */
function loadEstimator(): Promise<ZxcvbnFactory> {
  estimator ??= createEstimator();
  return estimator;
}

async function createEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({
    dictionary: { passwords: dictionary['passwords-common'], product: PRODUCT_WORDS },
    graphs: adjacencyGraphs,
  });
}

function isMadeOf(text: string, name: string): boolean {
  const isLongEnough = name.length >= MIN_FORBIDDEN_NAME_LENGTH;
  return isLongEnough && text.replaceAll(name, '').replace(/[^\p{L}]/gu, '') === '' && text.includes(name);
}
