// How much of the tests runs. `npm test` runs a tenth with every kind of case; `npm run test:whole` (TIER=whole) adds what is
// proved nowhere else; `npm run test:campaign` (CAMPAIGN=1) runs everything at full length.

/** Whether the tests run at full length. */
export const isCampaign = Boolean(process.env.CAMPAIGN);

/** Whether the tests of CI's second tier run: there, and in the campaign. */
export const isWhole = isCampaign || process.env.TIER === 'whole';

/** `short` in both tiers of CI, `full` for the campaign. */
export function scaled<Value>(short: Value, full: Value): Value {
  return isCampaign ? full : short;
}

/** The cases of this run: all in the campaign, otherwise those with the chosen titles. Throws for an unknown title. */
export function chosenCases<Case extends readonly [title: string, ...rest: unknown[]]>(
  all: readonly Case[],
  chosen: readonly string[],
): readonly Case[] {
  const titles = all.map(([title]) => title);
  const unknown = chosen.filter((title) => !titles.includes(title));
  if (unknown.length > 0) throw new Error(`There is no such case: ${unknown.join(', ')}`);
  return isCampaign ? all : all.filter(([title]) => chosen.includes(title));
}
