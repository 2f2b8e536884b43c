// How much the tests do: with `npm test` a tenth that has every kind of case in it, with `npm run test:campaign`
// (CAMPAIGN=1) all of it.

/** Whether the tests run at full length. */
export const isCampaign = Boolean(process.env.CAMPAIGN);

/** The value for this run: the first one for `npm test`, the second one for the campaign. */
export function scaled<Value>(short: Value, full: Value): Value {
  return isCampaign ? full : short;
}

/**
 * The cases for this run: all of them in the campaign, otherwise those whose titles were chosen. A title that is not
 * among the cases is a mistake.
 */
export function chosenCases<Case extends readonly [title: string, ...rest: unknown[]]>(
  all: readonly Case[],
  chosen: readonly string[],
): readonly Case[] {
  const titles = all.map(([title]) => title);
  const unknown = chosen.filter((title) => !titles.includes(title));
  if (unknown.length > 0) throw new Error(`There is no such case: ${unknown.join(', ')}`);
  return isCampaign ? all : all.filter(([title]) => chosen.includes(title));
}
