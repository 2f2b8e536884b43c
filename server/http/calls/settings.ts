// The administrator's calls for the settings that are entered in the browser.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { calls } from '#contract/calls.ts';
import type { FixedSetting, MailServerForm } from '#contract/settings.ts';
import { isHttps, SignIns } from '#server/http/identity/cookies.ts';
import type { HttpParts } from '#server/http/parts/http-parts.ts';
import { route } from '#server/http/route/route.ts';
import { trySending } from '#server/mail/mail-queue.ts';
import { AppError } from '#server/runtime/app-error.ts';
import type { Config } from '#server/runtime/config.ts';
import { changeStoredSettings, type StoredSettings, senderOf, smtpUrlOf } from '#server/runtime/stored-settings.ts';

export function settingsRoutes(app: FastifyInstance, parts: HttpParts): void {
  const { administrator, signIns, accounts, settings, folder, config, reopen } = parts;
  const { environment, version } = settings;
  let { stored } = settings;
  const fixed = fixedBy(environment);
  const onRequest = (request: FastifyRequest) => administrator.require(request);

  route(
    app,
    calls.siteSettings,
    async () => ({
      isSetUp: accounts.oneTimeCode === null,
      isUpdated: reopen !== null && stored.seenVersion !== version,
      fixed,
      name: stored.name,
      address: config.publicOrigin,
      mail: fixed.includes('mail') ? null : withoutPassword(stored.mail),
    }),
    { onRequest },
  );

  route(
    app,
    calls.changeSettings,
    async ({ body, request, reply }) => {
      if (reopen === null) throw new AppError('not-available');
      const isFixed = (setting: FixedSetting) => fixed.includes(setting);
      await changeStoredSettings(folder.root, (before) => ({
        ...before,
        name: isFixed('name') ? before.name : body.name,
        address: isFixed('address') ? before.address : body.address,
        mail: isFixed('mail') ? before.mail : body.mail && withPassword(body.mail, before.mail),
      }));
      const isChosen = body.password !== null && !isFixed('password');
      const token = isChosen
        ? await accounts.chooseAdminPassword(body.password ?? '')
        : (signIns.token(request, 'admin') ?? '');
      // The cookie has another name where the site is reached by https.
      const origin = isFixed('address') ? config.publicOrigin : body.address;
      for (const cookies of [signIns, new SignIns(isHttps(origin))]) cookies.setCookie(reply, 'admin', token);
      request.log.info('Settings changed; the site opens again with them');
      // After the answer has left.
      reply.raw.once('close', reopen);
      return { success: true as const };
    },
    { onRequest },
  );

  route(
    app,
    calls.markNewsRead,
    async () => {
      stored = await changeStoredSettings(folder.root, (before) => ({ ...before, seenVersion: version }));
      return { success: true as const };
    },
    { onRequest },
  );

  route(
    app,
    calls.sendTrialMail,
    async ({ body: { name, mail, recipient } }) => {
      const server = {
        url: smtpUrlOf(withPassword(mail, stored.mail)),
        sender: senderOf(name, mail.sender),
        authority: config.smtpAuthority,
      };
      return { failure: await trySending(server, { recipient, ...trialOf(name) }) };
    },
    { onRequest },
  );
}

/** What the environment sets. The name is that of the mails' sender. */
function fixedBy({ adminPassword, publicOrigin, smtpUrl, mailFrom }: Config): FixedSetting[] {
  const settings: readonly [FixedSetting, unknown][] = [
    ['password', adminPassword],
    ['name', smtpUrl ?? mailFrom],
    ['address', publicOrigin],
    ['mail', smtpUrl ?? mailFrom],
  ];
  return settings.flatMap(([setting, value]) => (value === null ? [] : [setting]));
}

function trialOf(name: string) {
  return { subject: `A trial mail of ${name}`, body: 'Your site can send mails.\n' };
}

function withoutPassword(mail: StoredSettings['mail']) {
  if (mail === null) return null;
  const { password: _password, ...shown } = mail;
  return shown;
}

/** The stored password goes to the server that it was entered for, and to no other. */
function withPassword(mail: MailServerForm, stored: StoredSettings['mail']) {
  const isSame = stored?.host === mail.host && stored.port === mail.port;
  return { ...mail, password: mail.password ?? (isSame ? stored.password : '') };
}
