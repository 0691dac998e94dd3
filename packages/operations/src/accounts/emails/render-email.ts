import type { EmailFacts } from '@gateway/pages/emails/email-facts'
import { writeEmail } from '@gateway/pages/emails/write-email'
import type { Attachment, Email } from '@gateway/providers/email/mailer'

/**
 * The e-mail of its facts, with links to `origin` and the files that go with it. Its headers keep other programs from answering it, and name its language.
 * Source: RFC 3834 §5, RFC 3282 §2.
 */
export function renderEmail(facts: EmailFacts, origin: string, attachments: readonly Attachment[] = []): Email {
  const { language, ...mail } = writeEmail(facts, origin)
  return { ...mail, headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': language }, attachments }
}
