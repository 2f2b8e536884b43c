// The word catalog: every text of the interface is in one file per language (en.json).
import en from './en.json' with { type: 'json' };

/** The texts of the language that the screens speak, by room and by what they are for. */
export const words = en;

/** The language of `words`, as browsers name it. */
export const LANGUAGE = words.language;

/** A text that depends on a number, by the plural forms of its language; `{count}` chooses. */
interface PluralText {
  readonly one: string;
  readonly other: string;
  readonly [form: string]: string;
}

const pluralRules = new Intl.PluralRules(LANGUAGE);
// Four digits are read as well without a mark among them: "frame 1204 of 1300".
const plainNumber = new Intl.NumberFormat(LANGUAGE, { useGrouping: 'min2' });

/** A text with its `{placeholders}` filled in; numbers in the way of the language. Throws when a value is missing. */
export function say(text: string | PluralText, values: Readonly<Record<string, string | number>>): string {
  const template = typeof text === 'string' ? text : (text[pluralRules.select(Number(values.count))] ?? text.other);
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`Nothing for {${name}} in "${template}"`);
    return typeof value === 'number' ? plainNumber.format(value) : value;
  });
}
