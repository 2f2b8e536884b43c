// What is wrong with the machine that the site runs on, each with its remedy, or that nothing is.
import type { ResponseOf } from '#contract/calls.ts';
import { callApi } from '#web/api/api-client.ts';
import { useQuery } from '#web/api/query.tsx';
import { formatAny, formatSize } from '#web/words/format-numbers.ts';
import { say, words } from '#web/words/words.ts';

const texts = words.adminPage.problems;

type Problems = ResponseOf<'machineProblems'>;

/** One sentence for each problem. */
function sentencesOf(problems: Problems): string[] {
  const { mail, ffmpegReaches, freeBytes, freeMemoryBytes, isBackupOverdue, failedVideos, slowVideos } = problems;
  const { waitMinutes, clockOffsetSeconds, certificate } = problems;
  const reach = ffmpegReaches.map((what) => texts.reach[what]);
  return [
    ...(freeBytes === null ? [] : [say(texts.disk, { size: formatSize(freeBytes) })]),
    ...(freeMemoryBytes === null ? [] : [say(texts.memory, { size: formatSize(freeMemoryBytes) })]),
    ...(isBackupOverdue ? [texts.backup] : []),
    ...(certificate === null ? [] : [texts.certificate[certificate]]),
    ...(clockOffsetSeconds === null ? [] : [say(texts.clock, { count: Math.abs(clockOffsetSeconds) })]),
    ...(waitMinutes === null ? [] : [say(texts.wait, { count: waitMinutes })]),
    ...(slowVideos === 0 ? [] : [say(texts.slowVideos, { count: slowVideos })]),
    ...(failedVideos === 0 ? [] : [say(texts.failedVideos, { count: failedVideos })]),
    ...(mail === null ? [] : [texts.mail[mail]]),
    ...(reach.length === 0 ? [] : [say(texts.ffmpeg, { reach: formatAny(reach) })]),
  ];
}

export function MachineProblems() {
  const { data } = useQuery({ queryKey: ['/api', 'admin', 'problems'], queryFn: () => callApi('machineProblems', {}) });
  if (!data) return null;
  const sentences = sentencesOf(data);
  if (sentences.length === 0) return <p className="font-semibold">{texts.none}</p>;
  return (
    <section
      aria-labelledby="machine-problems"
      className="rounded-md border border-line border-l-4 border-l-flag bg-raised p-5"
    >
      <h2 id="machine-problems" className="text-xl font-bold">
        {texts.heading}
      </h2>
      {sentences.map((sentence) => (
        <p key={sentence} className="mt-2 max-w-prose">
          {sentence}
        </p>
      ))}
    </section>
  );
}
