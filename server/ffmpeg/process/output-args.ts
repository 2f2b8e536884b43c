// The output arguments of every run that writes what other people see.

/** Nothing but pictures: no place, device, date, chapters, sound, subtitles or data. */
export const PICTURES_ONLY: readonly string[] = ['-map_metadata', '-1', '-map_chapters', '-1', '-an', '-sn', '-dn'];
