// Speaks a sentence in the page's language, where the device has a voice for it.
import { orNull } from '#web/lib/or-null.ts';
import { LANGUAGE } from '#web/words/words.ts';

/** Browsers load their voices with the first question, and Safari speaks only after a press that spoke: call it in one. */
export function prepareVoice(): void {
  orNull(() => {
    speechSynthesis.getVoices();
    speechSynthesis.speak(new SpeechSynthesisUtterance(''));
  });
}

/** Speaks instead of what is being spoken. Where there is no voice or it fails, as one of a server does offline, calls `otherwise`. */
export function sayAloud(text: string, otherwise: () => void): void {
  const voice = orNull(() => {
    const voices = speechSynthesis.getVoices().filter(({ lang }) => lang.startsWith(LANGUAGE));
    return voices.find(({ localService }) => localService) ?? voices[0];
  });
  if (!voice) {
    otherwise();
    return;
  }
  const utterance = new SpeechSynthesisUtterance(text);
  Object.assign(utterance, { voice, lang: voice.lang });
  utterance.addEventListener('error', ({ error }) => {
    if (error !== 'canceled' && error !== 'interrupted') otherwise();
  });
  speechSynthesis.cancel();
  speechSynthesis.speak(utterance);
}
