import type { EmailKind, LinkPurpose, QueuedEmail } from '@gateway/domain/accounts/email'
import type { MerchantId } from '@gateway/domain/kernel/id'
import type { Em } from '../orm.ts'
import { runStatement } from '../kernel/run-statement.ts'
import { tables } from '../tables.ts'

/** A letter as it is put down to be sent. */
export interface NewLetter {
  readonly id: string
  readonly kind: EmailKind
  readonly sealed: Buffer
  readonly createdAt: Date
  readonly usefulUntil: Date
}

/** A link as it is put down with its letter. */
export interface NewLink {
  readonly digest: Buffer
  readonly purpose: LinkPurpose
}

/** Puts a letter down for a merchant. */
export async function insertLetter(em: Em, { merchantId, ...letter }: NewLetter & { merchantId: MerchantId }): Promise<void> {
  const fresh = { nextAttemptAt: letter.createdAt, attempts: 0, lastProblem: null, sentAt: null, givenUpAt: null }
  await tables(em)
    .insertInto('letter')
    .values({ ...letter, merchantId, ...fresh })
    .execute()
}

/**
 * Puts a letter and its link down for whoever has an account with an address, and nothing where nobody has.
 *
 * One statement either way, so that its time does not tell who has an account.
 */
export async function insertLetterTo(em: Em, { email, letter, link }: { email: string; letter: NewLetter; link: NewLink }): Promise<void> {
  const text = `WITH receiver AS (SELECT id FROM merchant WHERE email = $1), linked AS (
      INSERT INTO email_link (digest, merchant_id, purpose, created_at, expires_at) SELECT $2, id, $3, $6, $7 FROM receiver
    ) INSERT INTO letter (id, merchant_id, kind, sealed, created_at, useful_until, next_attempt_at, attempts)
      SELECT $4, id, $3, $5, $6, $7, $6, 0 FROM receiver`
  const parameters = [email, link.digest, link.purpose, letter.id, letter.sealed, letter.createdAt, letter.usefulUntil]
  await runStatement(em, text, parameters)
}

/** A letter that the caller sends now. */
export interface ClaimedLetter {
  readonly id: string
  readonly sealed: Uint8Array | null
  readonly attempts: number
  readonly usefulUntil: Date
}

/** Claims letters that are due, until `leasedUntil`. Locks their rows FOR UPDATE SKIP LOCKED: each goes to one sender. */
export async function claimLetters(
  em: Em,
  { at, leasedUntil, most }: { at: Date; leasedUntil: Date; most: number },
): Promise<ClaimedLetter[]> {
  return tables(em)
    .updateTable('letter')
    .set((row) => ({ nextAttemptAt: leasedUntil, attempts: row('attempts', '+', 1) }))
    .where('id', 'in', (row) =>
      row
        .selectFrom('letter')
        .select('id')
        .where('sealed', 'is not', null)
        .where('nextAttemptAt', '<=', at)
        .orderBy('nextAttemptAt')
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'sealed', 'attempts', 'usefulUntil'])
    .execute()
}

/** Notes that a letter was sent, or will not be; what it said is forgotten. */
export async function closeLetter(
  em: Em,
  { id, ...end }: { id: string; sentAt?: Date; givenUpAt?: Date; lastProblem?: string },
): Promise<void> {
  await tables(em)
    .updateTable('letter')
    .set({ ...end, sealed: null })
    .where('id', '=', id)
    .execute()
}

/** Notes why a letter could not be sent and when it is tried again. */
export async function postponeLetter(
  em: Em,
  { id, nextAttemptAt, lastProblem }: { id: string; nextAttemptAt: Date; lastProblem: string },
): Promise<void> {
  await tables(em).updateTable('letter').set({ nextAttemptAt, lastProblem }).where('id', '=', id).execute()
}

/** Letters that wait to be sent, the oldest first. */
export async function listWaitingLetters(em: Em, { most }: { most: number }): Promise<QueuedEmail[]> {
  return tables(em)
    .selectFrom('letter')
    .select(['id', 'merchantId', 'kind', 'createdAt', 'attempts', 'nextAttemptAt', 'lastProblem'])
    .where('sentAt', 'is', null)
    .where('givenUpAt', 'is', null)
    .orderBy('createdAt')
    .limit(most)
    .execute()
}
