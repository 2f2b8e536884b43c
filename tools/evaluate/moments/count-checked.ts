// How well positions are found in the swings of this site's golfers, from the files that they save in "My swings":
// node tools/evaluate/moments/count-checked.ts FILE…
import { readFileSync } from 'node:fs';
import { countChecked, readCheckedSwings } from '#domain/moments/checked-swing.ts';

const paths = process.argv.slice(2);
if (paths.length === 0) {
  console.error('Usage: node tools/evaluate/moments/count-checked.ts FILE…');
  process.exit(2);
}
const swings = paths.flatMap((path) => {
  const read = readCheckedSwings(JSON.parse(readFileSync(path, 'utf8')));
  if (!read) console.error(`${path}: not a file of positions`);
  return read ?? [];
});
console.log(`${swings.length} swings`);
console.table(countChecked(swings));
