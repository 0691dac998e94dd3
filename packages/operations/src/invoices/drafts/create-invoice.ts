import type { SeenInvoice } from '@gateway/contract/invoices'
import type { CreateInvoiceInput } from '@gateway/contract/invoices/inputs'
import type { InvoiceEntity } from '@gateway/db/invoices/invoice.entity'
import { ownInvoices } from '@gateway/db/invoices/queries'
import { insertTogether } from '@gateway/db/kernel/insert-together'
import type { Em } from '@gateway/db/orm'
import type { Actor } from '@gateway/domain/accounts/merchant'
import type { Business } from '@gateway/domain/businesses/business'
import { TestModeNotServed } from '@gateway/domain/businesses/errors'
import { invoiceMachine } from '@gateway/domain/invoices/machine'
import { getOwned } from '../../businesses/owned/read-owned.ts'
import { resolveBusiness } from '../../businesses/resolve-business.ts'
import { type Keep, storeResponse } from '../../idempotency/idempotency-keys.ts'
import type { ApiContext } from '../../kernel/context.ts'
import { transaction } from '../../kernel/transaction.ts'
import { findClientOf } from '../clients/own-clients.ts'
import { takeNumber } from '../lifecycle/take-number.ts'
import { seeInvoice } from '../reading/see-invoices.ts'
import { contentOf } from './invoice-content.ts'
import { checkCoin } from './named-wallet.ts'
import { refusePastDue } from './refuse-past-due.ts'

interface Creation {
  readonly actor: Actor
  readonly terms: CreateInvoiceInput
  readonly keep?: Keep<SeenInvoice> | undefined
}

/** A draft that has no number yet. */
type Unnumbered = Omit<InvoiceEntity, 'number'>

/**
 * Creates a draft with the next number of its business and mode.
 *
 * @throws {TestModeNotServed} {ForbiddenBusiness} {BusinessRequired} {NoBusinessYet}
 * @throws {InvalidAmount} {InvalidField} {InvalidInvoice} {AmountDiffersFromItems} {UnsupportedBlockchain} {InvalidAddress}
 */
export async function createInvoice(ctx: ApiContext, { actor, terms, keep }: Creation): Promise<SeenInvoice> {
  if (actor.mode === 'test') throw new TestModeNotServed()
  const business = await resolveBusiness(ctx, { actor, businessId: terms.businessId })
  const draft = draftOf(ctx, { business, terms })
  checkCoin(ctx, business, draft)
  const seen = await transaction(ctx, async (em) => storeDraft(em, ctx, { draft, keep }))
  await ctx.failpoint('afterCreateCommit')
  return seen
}

/**
 * Creates a draft like an invoice of the caller, in any state: with its amount, lines, coin, client and texts, without its days.
 *
 * @throws {NotFound} also with a test key, which sees no invoice.
 */
export async function duplicateInvoice(
  ctx: ApiContext,
  { actor, id, keep }: { actor: Actor; id: string; keep?: Keep<SeenInvoice> | undefined },
): Promise<SeenInvoice> {
  const { number: _number, ...original } = await getOwned(ctx, { of: ownInvoices, actor, id })
  const draft: Unnumbered = { ...original, ...unsent, ...stamped(ctx) }
  return transaction(ctx, async (em) => storeDraft(em, ctx, { draft, keep }))
}

/** The lock of the counter is taken as late as can be. */
async function storeDraft(em: Em, ctx: ApiContext, { draft, keep }: { draft: Unnumbered; keep: Creation['keep'] }): Promise<SeenInvoice> {
  await findClientOf(em, draft)
  const { id: objectId, businessId, mode, createdAt } = draft
  const { number, row } = await takeNumber(em, { businessId, mode, kind: 'invoice', objectId, createdAt })
  const invoice: InvoiceEntity = { ...draft, number }
  await insertTogether(em, [
    { into: 'invoice_number', rows: [row] },
    { into: 'invoice', rows: [invoice] },
  ])
  const seen = await seeInvoice(em, ctx, invoice)
  await storeResponse(em, keep, seen)
  await ctx.failpoint('beforeCreateCommit')
  return seen
}

function draftOf(ctx: ApiContext, { business, terms }: { business: Business; terms: CreateInvoiceInput }): Unnumbered {
  const texts = textsOf(terms)
  refusePastDue(ctx, business, terms)
  return {
    ...unsent,
    ...stamped(ctx),
    ...texts,
    ...daysOf(terms),
    ...contentOf({ ...terms, ...texts }),
    merchantId: business.merchantId,
    businessId: business.id,
    mode: business.mode,
    clientId: terms.clientId ?? null,
    asset: terms.cryptoCurrency ?? null,
    feeBps: ctx.plans[business.plan].feeBps,
    remindersOn: terms.reminders ?? true,
  }
}

const textsOf = (terms: CreateInvoiceInput) => ({
  notes: terms.notes ?? null,
  language: terms.language ?? null,
  taxExemptionReason: terms.taxExemptionReason ?? null,
  buyerReference: terms.buyerReference ?? null,
  walletId: terms.walletId ?? null,
  walletAddress: terms.merchantWalletAddress ?? null,
})

const daysOf = ({ issueDate, serviceDate, dueDate }: CreateInvoiceInput) => ({
  issueDate: issueDate ?? null,
  serviceDate: serviceDate ?? null,
  dueDate: dueDate ?? null,
})

const stamped = ({ ids, clock }: Pick<ApiContext, 'ids' | 'clock'>) => {
  const now = clock.now()
  return { id: ids.uuid(), createdAt: now, updatedAt: now }
}

/** What a draft does not have yet. */
const unsent = {
  state: invoiceMachine.initial,
  issueDate: null,
  serviceDate: null,
  dueDate: null,
  walletAddress: null,
  paymentAddress: null,
  payoutTermsId: null,
  takesCards: false,
  seller: null,
  buyer: null,
  creditedMinor: 0n,
  creditNotesMinor: 0n,
  outsideMinor: null,
  outsideNote: null,
  outsideBy: null,
  overdueAt: null,
  sentAt: null,
  viewedAt: null,
  paidAt: null,
  eventSequence: 0,
} as const
