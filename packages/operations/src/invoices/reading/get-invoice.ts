import type { SeenInvoice } from '@gateway/contract/invoices'
import type { ListInvoicesInput } from '@gateway/contract/invoices/inputs'
import { listInvoices as findInvoices, ownInvoices } from '@gateway/db/invoices/queries'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { getOwned, listedScope } from '../../businesses/owned/read-owned.ts'
import type { Context } from '../../kernel/context.ts'
import { seeInvoice, seeInvoices } from './see-invoices.ts'

type ReadContext = Pick<Context, 'orm' | 'publicUrl' | 'clock'>

/** An invoice of the caller. @throws {NotFound} also when it belongs to another merchant. */
export async function getInvoice(ctx: ReadContext, { actor, id }: { actor: Actor; id: string }): Promise<SeenInvoice> {
  const invoice = await getOwned(ctx, { of: ownInvoices, actor, id })
  return seeInvoice(ctx.orm.em.fork(), ctx, invoice)
}

/** A page of the caller's invoices, newest first. @throws {ForbiddenBusiness} when the credential does not act for the named business. */
export async function listInvoices(
  ctx: ReadContext,
  { actor, filter }: { actor: Actor; filter: ListInvoicesInput },
): Promise<{ rows: SeenInvoice[]; total: number }> {
  const { businessId, status: state, clientId, dateFrom: createdFrom, dateTo: createdTo, limit, offset } = filter
  const scope = await listedScope(ctx, { actor, businessId })
  const em = ctx.orm.em.fork()
  const bounds = { limit, offset }
  const { rows, total } = await findInvoices(em, { scope, state, clientId, createdFrom, createdTo, bounds })
  return { rows: await seeInvoices(em, ctx, rows), total }
}
