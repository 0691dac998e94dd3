import { recipientOf } from '@gateway/contract/email-address'
import { countDueEmails, type CountedBy, lockEmailCount } from '@gateway/db/accounts/emails/email-limit-queries'
import { isEmailVerified } from '@gateway/db/accounts/queries'
import { isAddressRefused } from '@gateway/db/accounts/emails/refused-address-queries'
import type { EmailPlace } from '@gateway/db/accounts/emails/email-queries'
import type { Em } from '@gateway/db/orm'
import type { EmailLimits, UnsentReason } from '@gateway/domain/accounts/email'
import type { BusinessId, MerchantId } from '@gateway/domain/kernel/id'
import { createHash } from 'node:crypto'

/** An e-mail that asks to be queued. */
export interface AskedEmail {
  readonly merchantId: MerchantId
  /** The business that named the recipient; null when it goes to the account itself. */
  readonly businessId: BusinessId | null
  readonly to: string
  readonly dueAt: Date
}

/** What an e-mail counts for, or why it is not queued. */
export type Admission = { readonly counts: EmailPlace['counts'] } | { readonly unsentReason: UnsentReason }

const DAY_MS = 24 * 60 * 60 * 1_000

/**
 * Decides whether an e-mail may be queued, in the caller's transaction. Nobody writes to strangers before the own address is confirmed; then the limits of
 * the day count on which it is due. The account's own address is a stranger's too until it is confirmed: whoever signs up chooses it.
 */
export async function admitEmail(em: Em, { emailLimits }: { readonly emailLimits: EmailLimits }, asked: AskedEmail): Promise<Admission> {
  const { merchantId, businessId, to } = asked
  const isVerified = await isEmailVerified(em, { merchantId })
  if (businessId !== null && !isVerified) return { unsentReason: 'sender_unverified' }
  if (await isAddressRefused(em, { digest: addressDigest(to) })) return { unsentReason: 'address_refused' }
  if (businessId === null && isVerified) return { counts: undefined }
  const counts = { recipient: digestOf(recipientOf(to)), businessId }
  const unsentReason = await findReachedLimit(em, emailLimits, { ...asked, ...counts })
  return unsentReason === undefined ? { counts } : { unsentReason }
}

/** By what an address is known that a mail server has refused: its own digest, because another detail behind a plus may well be taken. */
export const addressDigest = (address: string): Buffer => digestOf(address)

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Each limit is counted under a lock of its own, always in this order, so that two e-mails never wait for each other. */
async function findReachedLimit(
  em: Em,
  limits: EmailLimits,
  { recipient, businessId, merchantId, dueAt }: AskedEmail & { recipient: Buffer },
): Promise<UnsentReason | undefined> {
  const from = new Date(Math.floor(dueAt.getTime() / DAY_MS) * DAY_MS)
  const day = { from, until: new Date(from.getTime() + DAY_MS) }
  const isFull = async (by: CountedBy, most: number): Promise<boolean> => {
    await lockEmailCount(em, { by })
    return (await countDueEmails(em, { by, ...day })) >= most
  }
  if (await isFull({ recipient }, limits.perRecipient)) return 'recipient_limit'
  if (businessId === null) return undefined
  if (await isFull({ businessId }, limits.perBusiness)) return 'business_limit'
  return (await isFull({ merchantId }, limits.perAccount)) ? 'account_limit' : undefined
}
