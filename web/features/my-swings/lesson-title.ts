// The title of a lesson: the visitor's, or the names of both golfers.
import type { KeptLesson } from '#web/videos/kept/kept-lesson.ts';
import { say, words } from '#web/words/words.ts';

export function lessonTitle({ title, comparison }: KeptLesson): string {
  if (title.trim()) return title.trim();
  const { pro, choices } = comparison;
  const other = 'golfer' in pro ? pro.golfer.name : (choices.names.pro ?? words.mySwings.earlierSwing);
  return say(words.lesson.usualTitle, { other });
}
