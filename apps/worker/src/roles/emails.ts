import { messageOf } from '@gateway/domain/kernel/error'
import { type SendEmailsContext, sendEmails } from '@gateway/operations/accounts/emails/send-emails'
import { BadSettings } from '@gateway/operations/kernel/settings'
import { createFileMailer } from '@gateway/providers/email/file-mailer'
import type { Mailer } from '@gateway/providers/email/mailer'
import { createSmtpMailer } from '@gateway/providers/email/smtp-mailer'
import type { RoleConfig } from '../config.ts'
import type { Deps } from '../deps.ts'
import { recurring, type RunningRole } from '../running-role.ts'

const POLL_MS = 1_000

/**
 * Sends e-mails. Without a mail server they wait in their table, where operators and metrics see them.
 * @throws {BadSettings} when e-mails would be written to a file in production, or their links would lead nowhere.
 */
export function openEmails({ config, ctx }: Deps): RunningRole[] {
  const settings = config.forRole('webhooks')
  if (config.common.NODE_ENV === 'production' && settings.MAIL_FILE !== undefined)
    throw new BadSettings(['MAIL_FILE: is refused in production'])
  const mailer = mailerOf(settings)
  if (!mailer) return []
  const origin = settings.PUBLIC_BASE_URL
  if (origin === undefined) throw new BadSettings(['PUBLIC_BASE_URL: is required with SMTP_URL and MAIL_FILE; links in e-mails lead there'])
  const post: SendEmailsContext = { ...ctx, mailer, origin, webhookKey: settings.WEBHOOK_OPENING_KEY }
  return [recurring(POLL_MS, () => sendAll(post))]
}

function mailerOf({ SMTP_URL, MAIL_FROM, MAIL_FILE }: RoleConfig<'webhooks'>): Mailer | undefined {
  if (SMTP_URL !== undefined) return createSmtpMailer({ url: SMTP_URL, from: MAIL_FROM })
  return MAIL_FILE === undefined ? undefined : createFileMailer(MAIL_FILE)
}

async function sendAll(post: SendEmailsContext): Promise<void> {
  try {
    while ((await sendEmails(post)) > 0) continue
  } catch (error) {
    post.log.warn({ role: 'webhooks', problem: messageOf(error) }, 'e-mail pass failed')
  }
}
