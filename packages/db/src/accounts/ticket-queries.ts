import type { TicketPurpose } from '@gateway/domain/accounts/factors'
import type { MerchantId } from '@gateway/domain/kernel/id'
import { sql } from 'kysely'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'

/** A ticket as it is stored. */
export interface NewTicket {
  readonly digest: Buffer
  readonly purpose: TicketPurpose
  readonly merchantId: MerchantId | null
  readonly sessionId: string | null
  readonly challenge: string | null
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** A ticket as its holder shows it. */
export interface ShownTicket {
  readonly digest: Buffer
  readonly purposes: readonly TicketPurpose[]
  readonly at: Date
}

/** Stores a ticket. */
export async function insertTicket(em: Em, ticket: NewTicket): Promise<void> {
  await tables(em)
    .insertInto('sign_in_ticket')
    .values({ ...ticket, attempts: 0, usedAt: null })
    .execute()
}

/** Counts an attempt before it is made, and gives what the ticket stands for; undefined when it is used, expired or tried too often. */
export async function tryTicket(em: Em, { mostAttempts, ...shown }: ShownTicket & { mostAttempts: number }) {
  return tables(em)
    .updateTable('sign_in_ticket')
    .set({ attempts: sql<number>`attempts + 1` })
    .where('digest', '=', shown.digest)
    .where('purpose', 'in', [...shown.purposes])
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', shown.at)
    .where('attempts', '<', mostAttempts)
    .returning(['purpose', 'merchantId', 'sessionId', 'challenge'])
    .executeTakeFirst()
}

/** Notes the challenge that a ticket waits for; another one before is void. @returns whose ticket that is, if it is still valid. */
export async function challengeTicket(
  em: Em,
  { digest, at, challenge }: { digest: Buffer; at: Date; challenge: string },
): Promise<MerchantId | undefined> {
  const ticket = await tables(em)
    .updateTable('sign_in_ticket')
    .set({ challenge })
    .where('digest', '=', digest)
    .where('purpose', '=', 'second_factor')
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', at)
    .returning('merchantId')
    .executeTakeFirst()
  return ticket?.merchantId ?? undefined
}

/** Uses a ticket up: of two requests that show it at once one succeeds. */
export async function useTicket(em: Em, { digest, at }: { digest: Buffer; at: Date }): Promise<boolean> {
  const { numUpdatedRows } = await tables(em)
    .updateTable('sign_in_ticket')
    .set({ usedAt: at })
    .where('digest', '=', digest)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', at)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Uses up all tickets that a merchant still has. */
export async function closeTickets(em: Em, { merchantId, at }: { merchantId: MerchantId; at: Date }): Promise<void> {
  await tables(em)
    .updateTable('sign_in_ticket')
    .set({ usedAt: at })
    .where('merchantId', '=', merchantId)
    .where('usedAt', 'is', null)
    .execute()
}

/** Forgets tickets that expired before `until`. */
export async function deleteTickets(em: Em, { until }: { until: Date }): Promise<void> {
  await tables(em).deleteFrom('sign_in_ticket').where('expiresAt', '<', until).execute()
}
