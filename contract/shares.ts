// Links: a file that the sender's browser has encrypted, kept for some days. The server never has the key. The file is sent in the
// chunks of an upload, and becomes a link when all of them have arrived.
import { z } from 'zod';

/** The file name that an encrypted upload has; its file id is the id of the link. */
export const SEALED_NAME = 'link.age';

/** How every encrypted file begins: the age format, version 1 (https://age-encryption.org/v1). */
export const SEALED_BEGINNING = 'age-encryption.org/v1\n';

/** For how many days a link can be kept. */
export const SHARE_DAYS = [1, 7, 30] as const;

/** One of {@link SHARE_DAYS}. */
export type ShareDays = (typeof SHARE_DAYS)[number];

/** How many times the bytes of a link are sent out, however many openings that makes. */
export const MAX_OPENINGS = 100;

/** The id in the address of a link: 128 random bits, made by the sender's browser. */
export const ShareId = z.string('Invalid link').regex(/^[0-9a-f]{32}$/, 'Invalid link');

/** 256 random bits that only the sender's browser keeps. The server stores their hash. */
const ShareSecret = z.string('Invalid link').regex(/^[0-9a-f]{64}$/, 'Invalid link');

/** Makes a link of a complete encrypted upload. */
export const CreateShareRequest = z.object({
  id: ShareId,
  days: z.literal(SHARE_DAYS, 'Invalid number of days'),
  secret: ShareSecret,
});

/** When the link ends, in milliseconds since 1970. */
export const CreateShareResponse = z.object({ expiresAtMs: z.int() });

/** What only the sender may ask or do. */
export const ShareSecretRequest = z.object({ secret: ShareSecret });

/** How often the link was opened, and when it ends, in milliseconds since 1970. */
export const ShareState = z.object({ openings: z.int(), expiresAtMs: z.int() });

/** The state of a sender's link. */
export type ShareState = z.infer<typeof ShareState>;

/** All links of the site together, for the administrator. `maxBytes` is 0 where links are switched off. */
export const ShareTotals = z.object({ links: z.int(), bytes: z.int(), openings: z.int(), maxBytes: z.int() });

/** Counts only: what is sent is unreadable here. */
export type ShareTotals = z.infer<typeof ShareTotals>;
