// How long the fault tests are: short with `npm test`, at full length with `npm run test:campaign` (CAMPAIGN=1).

/** Whether the long form was asked for. */
export const isCampaign = Boolean(process.env.CAMPAIGN);

/** The number for this run: the first one for `npm test`, the second one for the campaign. */
export function scaled(short: number, full: number): number {
  return isCampaign ? full : short;
}
