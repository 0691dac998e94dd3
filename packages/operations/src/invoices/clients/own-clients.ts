import type { CreateClientInput, UpdateClientInput } from '@gateway/contract/invoices/client-inputs'
import type { ClientEntity } from '@gateway/db/invoices/client.entity'
import { deleteClient as deleteRow, ownClients } from '@gateway/db/invoices/queries'
import { insertTogether } from '@gateway/db/kernel/insert-together'
import type { Em } from '@gateway/db/orm'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { TestModeNotServed } from '@gateway/domain/businesses/errors'
import type { Invoice } from '@gateway/domain/invoices/invoice'
import { InvalidField } from '@gateway/domain/kernel/error'
import { changeOwned } from '../../businesses/owned/change-owned.ts'
import { resolveBusiness } from '../../businesses/resolve-business.ts'
import { type Keep, storeResponse } from '../../idempotency/idempotency-keys.ts'
import type { ApiContext } from '../../kernel/context.ts'
import { transaction } from '../../kernel/transaction.ts'

interface Creation {
  readonly actor: Actor
  readonly terms: CreateClientInput
  readonly keep?: Keep<ClientEntity> | undefined
}

/** Stores a client of a business. @throws {TestModeNotServed} {ForbiddenBusiness} {BusinessRequired} {NoBusinessYet} */
export async function createClient(ctx: ApiContext, { actor, terms, keep }: Creation): Promise<ClientEntity> {
  if (actor.mode === 'test') throw new TestModeNotServed()
  const { id: businessId, merchantId, mode } = await resolveBusiness(ctx, { actor, businessId: terms.businessId })
  const now = ctx.clock.now()
  const client: ClientEntity = {
    id: ctx.ids.uuid(),
    merchantId,
    businessId,
    mode,
    name: terms.name,
    email: terms.email ?? null,
    language: terms.language ?? null,
    address: terms.address ?? null,
    taxId: terms.taxId ?? null,
    electronicAddress: terms.electronicAddress ?? null,
    createdAt: now,
    updatedAt: now,
  }
  await transaction(ctx, async (em) => {
    await insertTogether(em, [{ into: 'client', rows: [client] }])
    await storeResponse(em, keep, client)
  })
  return client
}

/** Changes a client; invoices that were sent keep their copy. @throws {NotFound} also for another merchant's. @throws {ConcurrentUpdate} */
export const updateClient = (ctx: ApiContext, { actor, changes }: { actor: Actor; changes: UpdateClientInput }): Promise<ClientEntity> =>
  changeOwned(ctx, { of: ownClients, actor, id: changes.id }, async (em, client) => {
    const { id: _id, ...members } = changes
    const given = Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
    Object.assign(client, given, { updatedAt: ctx.clock.now() })
    await ownClients.save(em, client)
    return []
  })

/** Deletes a client: drafts lose it, and invoices that were sent keep their copy. @throws {NotFound} also for another merchant's. @throws {ConcurrentUpdate} */
export async function deleteClient(ctx: ApiContext, { actor, id }: { actor: Actor; id: string }): Promise<void> {
  await changeOwned(ctx, { of: ownClients, actor, id }, async (em) => {
    await deleteRow(em, { id })
    return []
  })
}

/** The client of an invoice, which must be one of its business. @throws {InvalidField} */
export async function findClientOf(
  em: Em,
  { merchantId, businessId, mode, clientId }: Pick<Invoice, 'merchantId' | 'businessId' | 'mode' | 'clientId'>,
): Promise<ClientEntity | null> {
  if (clientId === null) return null
  const client = await ownClients.find(em, { merchantId, businessId, mode, id: clientId })
  if (!client) throw new InvalidField('client_id', 'is no client of this business')
  return client
}
