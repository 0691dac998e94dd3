import { insertEmail, insertEmailTo, type NewEmail } from '@gateway/db/accounts/email-queries'
import { insertEmailToken } from '@gateway/db/accounts/email-token-queries'
import type { Em } from '@gateway/db/orm'
import type { EmailKind, LinkPurpose } from '@gateway/domain/accounts/email'
import type { Merchant } from '@gateway/domain/accounts/merchant'
import type { Email } from '@gateway/providers/email/mailer'
import type { KeyObject } from 'node:crypto'
import type { ApiContext } from '../../kernel/context.ts'
import { open, seal } from '../../kernel/sealed-box.ts'
import { linkEmail, type Notice, noticeOf } from './email-templates.ts'
import { newLinkToken } from './email-link-token.ts'

type NoticeContext = Pick<ApiContext, 'ids' | 'clock' | 'webhookSealingKey'>

/** Links point to the origin that tokens name as their issuer. */
export type EmailContext = NoticeContext & Pick<ApiContext, 'tokenKeys'>

const DAY_MS = 24 * 60 * 60 * 1_000
const NOTICE_DAYS = 7
const purpose = 'email'

/** Queues a notice for a merchant, in the transaction of the event it reports. */
export async function queueNotice(
  em: Em,
  ctx: NoticeContext,
  { to, ...notice }: Notice & { readonly to: Pick<Merchant, 'id' | 'email'> },
): Promise<void> {
  const mail = sealEmail(ctx, { kind: notice.kind, days: NOTICE_DAYS, mail: noticeOf(notice, to.email) })
  await insertEmail(em, { ...mail, merchantId: to.id })
}

/** Queues an e-mail with a link that works once within a day, in the caller's transaction. */
export async function queueLink(
  em: Em,
  ctx: EmailContext,
  { to, purpose: kind }: { to: Pick<Merchant, 'id' | 'email'>; purpose: LinkPurpose },
): Promise<void> {
  const { mail, link } = draftLink(ctx, { email: to.email, kind })
  const { createdAt, usefulUntil: expiresAt } = mail
  await insertEmailToken(em, { ...link, merchantId: to.id, createdAt, expiresAt })
  await insertEmail(em, { ...mail, merchantId: to.id })
}

/** The same for the account with an address, if there is one; otherwise the same work stores nothing. */
export async function queueLinkTo(
  em: Em,
  ctx: EmailContext,
  { email, purpose: kind }: { email: string; purpose: LinkPurpose },
): Promise<void> {
  const { mail, link } = draftLink(ctx, { email, kind })
  await insertEmailTo(em, { address: email, email: mail, token: link })
}

function draftLink(ctx: EmailContext, { email, kind }: { email: string; kind: LinkPurpose }) {
  const { token, digest } = newLinkToken(ctx)
  const mail = linkEmail(kind, { email, origin: ctx.tokenKeys.issuer, token })
  return { mail: sealEmail(ctx, { kind, days: 1, mail }), link: { digest, purpose: kind } }
}

/** The database holds neither the address nor the token of an e-mail in the clear: only the sending role can open it. */
function sealEmail(ctx: NoticeContext, { kind, days, mail }: { kind: EmailKind; days: number; mail: Email }): NewEmail {
  const id = ctx.ids.uuid()
  const createdAt = ctx.clock.now()
  const sealed = seal(ctx.webhookSealingKey, { purpose, rowId: id }, JSON.stringify(mail))
  return { id, kind, sealed, createdAt, usefulUntil: new Date(createdAt.getTime() + days * DAY_MS) }
}

/** Opens an e-mail with the private key of the sending role. @throws {SealBroken} */
export const openEmail = (privateKey: KeyObject, { id, sealed }: { id: string; sealed: Uint8Array }): Email =>
  // Sealed as this type by the function above; a tampered box does not open.
  JSON.parse(open(privateKey, { purpose, rowId: id }, sealed).toString('utf8')) as Email
