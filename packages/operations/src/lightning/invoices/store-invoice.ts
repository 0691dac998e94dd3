import type { CreatedInvoice } from '@gateway/chains/lightning/invoice-node'
import { insertTogether } from '@gateway/db/kernel/insert-together'
import type { LightningPaymentEntity } from '@gateway/db/lightning/lightning-payment.entity'
import { deletePreimage, findPreimages } from '@gateway/db/lightning/preimage-queries'
import { lockLightningRequests, type RequestOfWallet, takeLightningRequests } from '@gateway/db/lightning/request-queries'
import type { Em } from '@gateway/db/orm'
import { lightningMachine } from '@gateway/domain/lightning/machine'
import { batched } from '../../kernel/batch-calls.ts'
import { queueNotification } from '../../kernel/notifications.ts'
import { transaction } from '../../kernel/transaction.ts'
import type { InvoiceContext } from '../lifecycle/lightning-context.ts'
import { nextLook } from './look-at-invoice.ts'

/** An invoice that the node has made for a request, and what pays it. */
export interface MadeInvoice {
  readonly request: RequestOfWallet
  readonly made: CreatedInvoice & { readonly preimage: string }
}

/**
 * Stores the invoice of a request; those that are made at once share a transaction.
 *
 * @returns true when the invoice is that of the payment, whichever process has stored it; otherwise its preimage is forgotten, and it has to be cancelled.
 */
export async function storeInvoice(ctx: InvoiceContext, invoice: MadeInvoice): Promise<boolean> {
  const outcome = await storeTogether(ctx.orm, { ctx, invoice })
  if ('problem' in outcome) throw outcome.problem
  return outcome.isStored
}

interface Storing {
  readonly ctx: InvoiceContext
  readonly invoice: MadeInvoice
}

type Outcome = { readonly isStored: boolean } | { readonly problem: unknown }

const MAX_INVOICES = 50

const storeTogether = batched({
  most: MAX_INVOICES,
  work: async (_orm, storing: readonly Storing[]): Promise<Outcome[]> => {
    const together = await store(storing)
    // To store one again does no harm, so one that the database refuses keeps no other from being stored.
    const isApart = storing.length > 1 && together.some((outcome) => 'problem' in outcome)
    return isApart ? (await Promise.all(storing.map((one) => store([one])))).flat() : together
  },
})

async function store(storing: readonly Storing[]): Promise<Outcome[]> {
  const [first] = storing
  if (!first) return []
  const invoices = storing.map(({ invoice }) => invoice)
  try {
    const taken = await transaction(first.ctx, (em) => storeAll(em, first.ctx, invoices))
    return invoices.map((invoice) => ({ isStored: taken.has(invoice) }))
  } catch (problem) {
    return invoices.map(() => ({ problem }))
  }
}

/** The invoices that are those of their payments. */
async function storeAll(em: Em, ctx: InvoiceContext, invoices: readonly MadeInvoice[]): Promise<ReadonlySet<MadeInvoice>> {
  const ids = invoices.map(({ request }) => request.id)
  const states = new Map((await lockLightningRequests(em, { ids })).map(({ id, state }) => [id, state]))
  const preimages = await findPreimages(em, { paymentIds: ids })
  const kept = invoices.filter(({ request, made }) => preimages.get(request.id) === made.preimage)
  const fresh = onceEach(kept.filter(({ request }) => states.get(request.id) === 'waiting'))
  const stored = kept.filter(({ request }) => states.get(request.id) === 'waiting' || states.get(request.id) === 'taken')
  await take(em, ctx, fresh)
  for (const { request, made } of invoices.filter((invoice) => !stored.includes(invoice)))
    await deletePreimage(em, { paymentId: request.id, preimage: made.preimage })
  return new Set(stored)
}

/** One of each request: the node has made one invoice of one preimage. */
const onceEach = (invoices: readonly MadeInvoice[]): MadeInvoice[] => [
  ...new Map(invoices.map((invoice) => [invoice.request.id, invoice])).values(),
]

async function take(em: Em, ctx: InvoiceContext, invoices: readonly MadeInvoice[]): Promise<void> {
  if (invoices.length === 0) return
  await takeLightningRequests(em, { ids: invoices.map(({ request }) => request.id), endedAt: ctx.clock.now() })
  await insertTogether(em, [{ into: 'lightning_payment', rows: invoices.map((invoice) => incoming(ctx, invoice)) }])
  for (const { request } of invoices) queueNotification(em, { channel: 'lightning_answered', payload: request.id })
}

function incoming({ clock }: Pick<InvoiceContext, 'clock'>, { request, made }: MadeInvoice): LightningPaymentEntity {
  const { id, nodeId, merchantId, businessId, mode, walletId, wanted } = request
  if (wanted.kind !== 'invoice') throw new Error('only a request for an invoice becomes one')
  const now = clock.now()
  return {
    id,
    nodeId,
    merchantId,
    businessId,
    mode,
    walletId,
    direction: 'incoming',
    state: lightningMachine.initial,
    paymentHash: made.paymentHash,
    paymentRequest: made.paymentRequest,
    amountMsat: BigInt(wanted.amountMsat),
    reserveMsat: 0n,
    feeMsat: 0n,
    isInternal: false,
    description: wanted.description,
    destination: null,
    preimage: null,
    lnurlMetadata: wanted.lnurlMetadata,
    expiresAt: made.expiresAt,
    lookAt: nextLook(now),
    settledAt: null,
    eventSequence: 0,
    createdAt: now,
    updatedAt: now,
  }
}
