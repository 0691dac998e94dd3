import type { EmailFate, EmailKind, LinkPurpose, QueuedEmail, UnsentReason } from '@gateway/domain/accounts/email'
import type { EscrowState } from '@gateway/domain/escrows/machine'
import type { BusinessId, MerchantId } from '@gateway/domain/kernel/id'
import type { Em } from '../../orm.ts'
import { runStatement } from '../../kernel/run-statement.ts'
import { tables } from '../../tables.ts'
import type { EmailEntity } from '../email.entity.ts'
import { sql } from 'kysely'

/** An e-mail as it is queued. */
export interface NewEmail {
  readonly id: string
  readonly kind: EmailKind
  readonly sealed: Buffer
  readonly createdAt: Date
  /** When it is sent first. */
  readonly dueAt: Date
  readonly usefulUntil: Date
}

/** What an e-mail is about and counts for. */
export interface EmailPlace {
  readonly merchantId: MerchantId
  /** The digest of its recipient and the business in whose name it goes; undefined where it counts in no limit. */
  readonly counts: { readonly recipient: Buffer; readonly businessId: BusinessId | null } | undefined
  readonly about: AboutEscrow | undefined
  /** The stored document that goes with it. */
  readonly documentId: string | null
}

/** An e-mail is about this escrow, and with a state it is not sent once that has moved on. */
export interface AboutEscrow {
  readonly escrowId: string
  readonly onlyWhile?: EscrowState
}

/** A token as it is stored with the e-mail that carries it. */
export interface NewEmailToken {
  readonly digest: Buffer
  readonly purpose: LinkPurpose
}

/** Queues an e-mail to a merchant or a payer. */
export async function insertEmail(em: Em, email: NewEmail & EmailPlace): Promise<void> {
  await tables(em)
    .insertInto('email')
    .values({ ...columnsOf(email), sealed: email.sealed, givenUpAt: null, unsentReason: null })
    .execute()
}

/** Records that an e-mail is not queued, and why, without its text; it counts in no limit. */
export async function insertUnsent(
  em: Em,
  { unsentReason, ...email }: NewEmail & EmailPlace & { unsentReason: UnsentReason },
): Promise<void> {
  await tables(em)
    .insertInto('email')
    .values({ ...columnsOf({ ...email, counts: undefined }), sealed: null, givenUpAt: email.createdAt, unsentReason })
    .execute()
}

const columnsOf = ({ counts, about, sealed: _text, ...email }: NewEmail & EmailPlace) => ({
  ...email,
  recipient: counts?.recipient ?? null,
  businessId: counts?.businessId ?? null,
  escrowId: about?.escrowId ?? null,
  escrowState: about?.onlyWhile ?? null,
  nextAttemptAt: email.dueAt,
  attempts: 0,
  lastProblem: null,
  sentAt: null,
})

/**
 * Queues an e-mail with its token to the merchant who has an account with an address, and nothing where none has.
 *
 * One statement either way, so that its time does not tell who has an account.
 */
export async function insertEmailTo(
  em: Em,
  { address, email, token }: { address: string; email: NewEmail; token: NewEmailToken },
): Promise<void> {
  const text = `WITH receiver AS (SELECT id FROM merchant WHERE email = $1), linked AS (
      INSERT INTO email_token (digest, merchant_id, purpose, created_at, expires_at) SELECT $2, id, $3, $6, $7 FROM receiver
    ) INSERT INTO email (id, merchant_id, kind, sealed, created_at, due_at, useful_until, next_attempt_at, attempts)
      SELECT $4, id, $3, $5, $6, $6, $7, $6, 0 FROM receiver`
  const parameters = [address, token.digest, token.purpose, email.id, email.sealed, email.createdAt, email.usefulUntil]
  await runStatement(em, text, parameters)
}

/** An e-mail that the caller sends now. */
export interface ClaimedEmail {
  readonly id: string
  readonly sealed: Uint8Array | null
  readonly attempts: number
  readonly usefulUntil: Date
  /** The escrow or the invoice that it is about has moved on, or what it asks for has been paid. */
  readonly isMoot: boolean
  /** The stored document that goes with it, which is written. */
  readonly documentId: string | null
}

/** Claims e-mails that are due and whose documents are written, until `leasedUntil`. Locks their rows FOR UPDATE SKIP LOCKED: each goes to one sender. */
export async function claimEmails(
  em: Em,
  { at, leasedUntil, most }: { at: Date; leasedUntil: Date; most: number },
): Promise<ClaimedEmail[]> {
  return tables(em)
    .updateTable('email')
    .set((row) => ({ nextAttemptAt: leasedUntil, attempts: row('attempts', '+', 1) }))
    .where('id', 'in', (row) =>
      row
        .selectFrom('email')
        .select('id')
        .where('sealed', 'is not', null)
        .where('nextAttemptAt', '<=', at)
        .where((email) => email.or([email('usefulUntil', '<=', at), hasDocument]))
        .orderBy('nextAttemptAt')
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'sealed', 'attempts', 'usefulUntil', 'documentId', isMoot.as('isMoot')])
    .execute()
}

const hasDocument = sql<boolean>`(email.document_id IS NULL OR EXISTS (SELECT FROM invoice_document AS document
  WHERE document.id = email.document_id AND document.bytes IS NOT NULL))`

/** Of a reminder the document is the invoice's, under its id. */
const isMoot = sql<boolean>`(email.kind = 'invoice_reminder' AND NOT EXISTS (SELECT FROM invoice WHERE invoice.id = email.document_id
  AND invoice.state IN ('sent', 'overdue'))) OR email.escrow_state IS NOT NULL AND NOT EXISTS (SELECT FROM escrow WHERE escrow.id = email.escrow_id
  AND escrow.state = email.escrow_state AND (escrow.state <> 'created' OR escrow.deposited_units < escrow.amount_units))`

/** Records that an e-mail was sent, or given up; its text is deleted. */
export async function closeEmail(
  em: Em,
  { id, ...end }: { id: string; lastProblem?: string } & ({ sentAt: Date } | { givenUpAt: Date; unsentReason: UnsentReason }),
): Promise<void> {
  await tables(em)
    .updateTable('email')
    .set({ ...end, sealed: null })
    .where('id', '=', id)
    .execute()
}

/** Records why an e-mail could not be sent and when it is tried again. */
export async function postponeEmail(
  em: Em,
  { id, nextAttemptAt, lastProblem }: { id: string; nextAttemptAt: Date; lastProblem: string },
): Promise<void> {
  await tables(em).updateTable('email').set({ nextAttemptAt, lastProblem }).where('id', '=', id).execute()
}

/** E-mails that are due and not sent, the oldest first. */
export async function listWaitingEmails(em: Em, { at, most }: { at: Date; most: number }): Promise<QueuedEmail[]> {
  return tables(em)
    .selectFrom('email')
    .select(['id', 'merchantId', 'kind', 'createdAt', 'attempts', 'nextAttemptAt', 'lastProblem'])
    .where('sentAt', 'is', null)
    .where('givenUpAt', 'is', null)
    .where('dueAt', '<=', at)
    .orderBy('createdAt')
    .limit(most)
    .execute()
}

/** How the first e-mail about each escrow ended, by the escrow's id: the one with its link. Escrows without an e-mail are not in it. */
export async function findEmailFates(
  em: Em,
  { escrowIds, kind }: { escrowIds: readonly string[]; kind: EmailKind },
): Promise<Map<string, EmailFate>> {
  if (escrowIds.length === 0) return new Map()
  const rows = await tables(em)
    .selectFrom('email')
    .select(['escrowId', 'sentAt', 'givenUpAt', 'unsentReason'])
    .where('escrowId', 'in', escrowIds)
    .where('kind', '=', kind)
    .execute()
  return new Map(rows.flatMap(({ escrowId, ...row }) => (escrowId === null ? [] : [[escrowId, fateOf(row)] as const])))
}

function fateOf({ sentAt, givenUpAt, unsentReason }: Pick<EmailEntity, 'sentAt' | 'givenUpAt' | 'unsentReason'>): EmailFate {
  if (givenUpAt !== null) return { status: 'not_sent', reason: unsentReason }
  return { status: sentAt === null ? 'queued' : 'sent', reason: null }
}

/** Makes an e-mail due now that waits for a later moment. */
export async function wakeStoredEmail(em: Em, { id, now }: { id: string; now: Date }): Promise<void> {
  await tables(em)
    .updateTable('email')
    .set({ dueAt: now, nextAttemptAt: now })
    .where('id', '=', id)
    .where('sentAt', 'is', null)
    .where('givenUpAt', 'is', null)
    .where('dueAt', '>', now)
    .execute()
}
