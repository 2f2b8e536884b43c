// What is wrong with the machine that the site runs on, each with its remedy. Nothing is shown where nothing is wrong.

import { callApi } from '#web/api/api-client.ts';
import { useQuery } from '#web/api/query.tsx';
import { formatAny } from '#web/words/format-numbers.ts';
import { say, words } from '#web/words/words.ts';

const texts = words.adminPage.problems;

export function MachineProblems() {
  const { data } = useQuery({ queryKey: ['/api', 'admin', 'problems'], queryFn: () => callApi('machineProblems', {}) });
  if (!data || (data.mail === null && data.ffmpegReaches.length === 0)) return null;
  const reach = data.ffmpegReaches.map((what) => texts.reach[what]);
  return (
    <section
      aria-labelledby="machine-problems"
      className="rounded-md border border-line border-l-4 border-l-flag bg-raised p-5"
    >
      <h2 id="machine-problems" className="text-xl font-bold">
        {texts.heading}
      </h2>
      {data.mail !== null && <p className="mt-2 max-w-prose">{texts.mail[data.mail]}</p>}
      {reach.length > 0 && <p className="mt-2 max-w-prose">{say(texts.ffmpeg, { reach: formatAny(reach) })}</p>}
    </section>
  );
}
