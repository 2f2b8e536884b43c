// A seeded random number generator: the same seed gives the same numbers from 0 to 1. Pure.
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return state / 4294967296;
  };
}
