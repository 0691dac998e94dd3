import { tables } from '@gateway/db/tables'
import type { EmailFacts } from '@gateway/pages/emails/email-facts'
import type { Email } from '@gateway/providers/email/mailer'
import type { KeyObject } from 'node:crypto'
import { openEmail } from '../accounts/emails/queue-email.ts'
import { renderEmail } from '../accounts/emails/render-email.ts'
import type { Context } from '../kernel/context.ts'

/** A queued e-mail, with its facts, as the sending role would send it. */
export type TestEmail = Pick<Email, 'to' | 'subject' | 'text' | 'replyTo'> & {
  readonly kind: EmailFacts['kind']
  readonly merchantId: string
  readonly facts: EmailFacts
  readonly usefulUntil: Date
}

/** The queued e-mails that were not sent yet, oldest first. */
export async function queuedEmails({ orm }: Pick<Context, 'orm'>, openingKey: KeyObject): Promise<TestEmail[]> {
  const rows = await tables(orm.em.fork()).selectFrom('email').selectAll().orderBy('createdAt').orderBy('id').execute()
  return rows.flatMap(({ id, kind, merchantId, sealed, usefulUntil }) => {
    if (!sealed) return []
    const facts = openEmail(openingKey, { id, sealed })
    const { to, subject, text, replyTo } = renderEmail(facts, 'https://gateway.test')
    return [{ kind, merchantId, to, subject, text, replyTo, facts, usefulUntil }]
  })
}

/** The token in the first e-mail about an escrow; empty without one. */
export async function tokenMailedFor({ id }: { readonly id: string }, ...from: Parameters<typeof queuedEmails>): Promise<string> {
  const email = (await queuedEmails(...from)).find(({ text }) => text.includes(id))
  return /esc_[0-9a-f]{64}/.exec(email?.text ?? '')?.[0] ?? ''
}
