// What the administrator sets in the browser: at the first visit of a new site, and later on the panel.
import { z } from 'zod';
import { MailFailure } from './machine.ts';

/** The administrator's password when it is chosen. */
const NewAdminPassword = z
  .string()
  .min(8, 'The password needs 8 characters or more')
  .max(256, 'The password may have at most 256 characters');

const SiteName = z.string().trim().min(1, 'Please enter a name').max(60, 'The name may have at most 60 characters');

/** An origin such as `https://swing.example`. */
const SiteAddress = z
  .url({ protocol: /^https?$/, message: 'Please enter an address such as https://swing.example' })
  .regex(/^https?:\/\/[^/?#@]+\/?$/i, 'Please enter the address without a path, such as https://swing.example');

const MAIL_SERVER = {
  /** A host name or an IP address. */
  host: z
    .string()
    .trim()
    .min(1, 'Please enter the mail server')
    .max(253, 'This name is too long')
    .regex(/^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])$/i, 'Please enter a host name such as smtp.example.com'),
  /** 465 is encrypted from the beginning; others are where the server offers it. */
  port: z.int().min(1).max(65_535),
  /** Empty for a server without a log-in. */
  user: z.string().max(256),
  /** The address that mails come from. */
  sender: z.email('Please enter the address that mails come from'),
};

/** A mail server as it is sent. `password`: null keeps the stored one, if `host` and `port` are the stored ones. */
export const MailServerForm = z.object({ ...MAIL_SERVER, password: z.string().max(256).nullable() });

/** A mail server as it is sent. */
export type MailServerForm = z.output<typeof MailServerForm>;

/** What the environment can set, which then wins. */
export const FixedSetting = z.enum(['password', 'name', 'address', 'mail']);

/** One of them. */
export type FixedSetting = z.output<typeof FixedSetting>;

/**
 * The settings in force, without passwords. `isUpdated`: nobody has read yet what is new in this version. `fixed`: those that
 * the environment sets. `address` and `mail`: null while nothing is set; mails are then written to files. `mail` is null, too,
 * where the environment sets it.
 */
export const SiteSettings = z.object({
  isSetUp: z.boolean(),
  isUpdated: z.boolean(),
  fixed: z.array(FixedSetting),
  name: z.string(),
  address: z.string().nullable(),
  mail: z.object(MAIL_SERVER).nullable(),
});

/** The settings in force. */
export type SiteSettings = z.output<typeof SiteSettings>;

/** New settings. `password`: null keeps the present one. What the environment sets is left alone. */
export const SiteSettingsForm = z.object({
  password: NewAdminPassword.nullable(),
  name: SiteName,
  address: SiteAddress.nullable(),
  mail: MailServerForm.nullable(),
});

/** New settings. */
export type SiteSettingsForm = z.output<typeof SiteSettingsForm>;

/** A mail to try a mail server with. */
export const TrialMailRequest = z.object({
  name: SiteName,
  mail: MailServerForm,
  recipient: z.email('Please enter your address'),
});

/** How the trial ended: null when the mail server took the mail. */
export const TrialMailResponse = z.object({ failure: z.enum([...MailFailure.options, 'refused']).nullable() });
