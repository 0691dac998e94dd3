import {
  deleteTickets,
  insertTicket,
  type NewTicket,
  tryTicket as tryStoredTicket,
  useTicket as useStoredTicket,
} from '@gateway/db/accounts/ticket-queries'
import type { Em } from '@gateway/db/orm'
import type { TicketPurpose } from '@gateway/domain/accounts/factors'
import { InvalidField } from '@gateway/domain/kernel/error'
import { createHash } from 'node:crypto'
import type { Context } from '../../kernel/context.ts'

/** A ticket as its holder gets it. */
export interface Ticket {
  readonly ticket: string
  readonly expiresAt: Date
}

const TICKET_BYTES = 32
const TICKET_MS = 5 * 60 * 1_000
const MOST_ATTEMPTS = 5

type Terms = Pick<NewTicket, 'purpose'> & Partial<Pick<NewTicket, 'merchantId' | 'sessionId' | 'challenge'>>

/** Stores a ticket of five minutes and five attempts, in the caller's transaction. */
export async function issueTicket(em: Em, ctx: Pick<Context, 'ids' | 'clock'>, terms: Terms): Promise<Ticket> {
  const ticket = ctx.ids.bytes(TICKET_BYTES).toString('base64url')
  const createdAt = ctx.clock.now()
  const expiresAt = new Date(createdAt.getTime() + TICKET_MS)
  const nobody = { merchantId: null, sessionId: null, challenge: null }
  await insertTicket(em, { ...nobody, ...terms, digest: ticketDigest(ticket), createdAt, expiresAt })
  return { ticket, expiresAt }
}

/** Counts an attempt with a ticket, and gives what it stands for; nothing later takes the attempt back. @throws {DeadTicket} */
export async function tryTicket(ctx: Pick<Context, 'orm' | 'clock'>, { ticket, purposes }: { ticket: string; purposes: TicketPurpose[] }) {
  const shown = { digest: ticketDigest(ticket), purposes, at: ctx.clock.now(), mostAttempts: MOST_ATTEMPTS }
  const found = await tryStoredTicket(ctx.orm.em.fork(), shown)
  if (!found) throw new DeadTicket()
  return found
}

/** Uses a ticket up, in the transaction of what it was for. @throws {DeadTicket} when another request was faster. */
export async function useTicket(em: Em, ctx: Pick<Context, 'clock'>, ticket: string): Promise<void> {
  if (!(await useStoredTicket(em, { digest: ticketDigest(ticket), at: ctx.clock.now() }))) throw new DeadTicket()
}

/** Deletes tickets that have expired. */
export const forgetTickets = (ctx: Pick<Context, 'orm' | 'clock'>): Promise<void> =>
  deleteTickets(ctx.orm.em.fork(), { until: ctx.clock.now() })

/** The stored digest of a ticket. A long random text needs no slow hash. */
export const ticketDigest = (ticket: string): Buffer => createHash('sha256').update(ticket).digest()

/** The ticket was used, has expired, was tried too often or is unknown; the answer does not say which. */
export class DeadTicket extends InvalidField {
  constructor() {
    super('ticket', 'is of no use any more; begin again')
  }
}
