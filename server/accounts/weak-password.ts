// Refuses weak passwords for new accounts: short ones, ones made of the visitor's own name, and ones that zxcvbn
// estimates at under a million guesses (https://github.com/zxcvbn-ts/zxcvbn).
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

/** The shortest accepted password, in characters. */
const MIN_PASSWORD_LENGTH = 8;

/** A password needing fewer than ten to this power guesses is refused. zxcvbn's score is then 0 or 1. */
const MIN_GUESSES_LOG10 = 6;
/** zxcvbn's time grows with the square of the length, so only this much of a password is estimated. */
const MAX_ESTIMATED_LENGTH = 64;
/** Words that are likelier guesses on this site. */
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
/** A shorter name occurs in too many good passwords to be refused. */
const MIN_FORBIDDEN_NAME_LENGTH = 4;

const TOO_SHORT = `Please use a password of at least ${MIN_PASSWORD_LENGTH} characters`;
const TOO_COMMON = 'This password is too common. Please choose another one.';
const LIKE_NAME = 'Please choose a password that is not your name or email address';

let estimator: Promise<ZxcvbnFactory> | null = null;

/** The sentence for a refused password, or null. The password must not consist of `names`. */
export async function weakPasswordProblem(password: string, names: readonly string[]): Promise<string | null> {
  const text = password.normalize('NFKC').toLowerCase();
  if ([...text].length < MIN_PASSWORD_LENGTH) return TOO_SHORT;
  if (names.some((name) => isMadeOf(text, name.toLowerCase()))) return LIKE_NAME;
  const { guessesLog10 } = (await loadEstimator()).check(text.slice(0, MAX_ESTIMATED_LENGTH));
  return guessesLog10 < MIN_GUESSES_LOG10 ? TOO_COMMON : null;
}

/** The list of 49,000 passwords takes 27 MB, so it is loaded at the first sign-up. All lists of zxcvbn take 136 MB. */
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
