import { LightningUnavailable } from '@gateway/chains/lightning/errors'
import { type DueSend, findDueSends } from '@gateway/db/lightning/due-send-queries'
import { findInvoicesToLookUp } from '@gateway/db/lightning/payment-queries'
import { deleteOldPreimages } from '@gateway/db/lightning/preimage-queries'
import {
  deleteEndedRequests,
  type DueLightning,
  findDueInvoiceRequests,
  findDueReadings,
  findDueSendRequests,
} from '@gateway/db/lightning/request-queries'
import type { Em } from '@gateway/db/orm'
import type { Context } from '../../kernel/context.ts'
import type { LogFields } from '../../kernel/log.ts'
import { keysPutOff, stateOf } from '../../kernel/sweeps/put-offs.ts'
import type { SweepName } from '../../kernel/sweeps/sweep-names.ts'
import { sweepOne } from '../../kernel/sweeps/sweep-each.ts'
import { lookAtInvoice } from '../invoices/look-at-invoice.ts'
import { makeInvoice } from '../invoices/make-invoice.ts'
import type { InvoiceContext, PayContext } from '../lifecycle/lightning-context.ts'
import { carryOutSend } from '../sends/carry-out-send.ts'
import { takeSend } from '../sends/take-send.ts'
import { answerReading } from './answer-reading.ts'

/** Something that is due: `run` does it and never rejects. Of work with the same `key` one is done at a time. */
export interface DueWork {
  readonly key: string
  readonly run: () => Promise<unknown>
}

interface Kind<Own, Row> {
  readonly name: SweepName
  readonly find: (em: Em, due: DueLightning & { readonly busy: readonly string[] }) => Promise<readonly Row[]>
  /** The row itself, and what is done one after another. */
  readonly idOf: (row: Row) => string
  readonly keyOf: (row: Row) => string
  readonly aboutOf: (id: string) => LogFields
  readonly work: (ctx: Own, id: string) => Promise<unknown>
}

/** A node that is away says nothing of the row that it was asked about. */
const isUnanswered = (error: unknown): boolean => error instanceof LightningUnavailable

type FindWork<Own> = (ctx: Own, wanted: { most: number; busy: readonly string[] }) => Promise<DueWork[]>

/** Rows of one kind become work, whatever they are. */
function kindOf<Own extends Context, Row>({ name, find, idOf, keyOf, aboutOf, work }: Kind<Own, Row>): FindWork<Own> {
  return async (ctx, { most, busy }) => {
    const now = ctx.clock.now()
    const rows = await find(ctx.orm.em.fork(), { now, limit: most, busy, except: keysPutOff(stateOf(ctx.orm, name), now) })
    const free = new Map(
      rows
        .filter((row) => !busy.includes(keyOf(row)))
        .toReversed()
        .map((row) => [keyOf(row), idOf(row)]),
    )
    return [...free].map(([key, id]) => ({
      key,
      run: () => sweepOne(ctx, { name, key: id, about: aboutOf(id), isUnanswered }, () => work(ctx, id)),
    }))
  }
}

const itself = (id: string): string => id
const aboutPayment = (id: string): LogFields => ({ lightning_paymentId: id })

const requested = kindOf<InvoiceContext, { id: string }>({
  name: 'lightning_requests',
  find: findDueInvoiceRequests,
  idOf: ({ id }) => id,
  keyOf: ({ id }) => id,
  aboutOf: aboutPayment,
  work: (ctx, id) => makeInvoice(ctx, { id }),
})

const looks = kindOf<InvoiceContext, string>({
  name: 'lightning_invoices',
  find: findInvoicesToLookUp,
  idOf: itself,
  keyOf: itself,
  aboutOf: aboutPayment,
  work: (ctx, id) => lookAtInvoice(ctx, { id }),
})

/** Of one wallet after another: a send inside the service is begun only by who has the money. */
const asked = kindOf<PayContext, { id: string; nodeId: string }>({
  name: 'lightning_requests',
  find: findDueSendRequests,
  idOf: ({ id }) => id,
  keyOf: ({ nodeId }) => nodeId,
  aboutOf: aboutPayment,
  work: (ctx, id) => takeSend(ctx, { id }),
})

const readings = kindOf<PayContext, { id: string }>({
  name: 'lightning_requests',
  find: findDueReadings,
  idOf: ({ id }) => id,
  keyOf: ({ id }) => id,
  aboutOf: (requestId) => ({ requestId }),
  work: (ctx, id) => answerReading(ctx, { id }),
})

/** Calls of the node at once for one wallet: those of a payee who holds payments keep no other wallet from sending. */
const CALLS_OF_WALLET = 8
/** And for all wallets of one merchant, who may have any number of them. */
const CALLS_OF_MERCHANT = 16
/** The key of a call names its wallet and its merchant too, whose calls are counted. */
const keyOfCall = ({ id, nodeId, merchantId }: DueSend): string => [id, nodeId, merchantId].join('/')

function callOfKey(key: string): DueSend {
  const [id = '', nodeId = '', merchantId = ''] = key.split('/')
  return { id, nodeId, merchantId }
}

const sends = kindOf<PayContext, DueSend>({
  name: 'lightning_sends',
  find: (em, { busy, ...due }) =>
    findDueSends(em, { ...due, underWay: busy.map(callOfKey), mostOfWallet: CALLS_OF_WALLET, mostOfMerchant: CALLS_OF_MERCHANT }),
  idOf: ({ id }) => id,
  keyOf: keyOfCall,
  aboutOf: aboutPayment,
  work: (ctx, id) => carryOutSend(ctx, { id }),
})

/**
 * Invoices to make that were asked for: callers wait for them.
 *
 * @param wanted.busy - the keys of the work that is under way.
 */
export const findDueInvoices: FindWork<InvoiceContext> = requested
/** Open invoices to look up, each a minute after the last time. */
export const findDueLookUps: FindWork<InvoiceContext> = looks

/** Invoices to read, and sends to book: none of it waits for a payee. */
export const findDueBookings: FindWork<PayContext> = async (ctx, wanted) => [
  ...(await readings(ctx, wanted)),
  ...(await asked(ctx, wanted)),
]
/** Sends to carry out or to ask about, with what is under way at most eight of a wallet, and sixteen of a merchant; the rest stays due. */
export const findDueCalls: FindWork<PayContext> = sends

const DAY_MS = 24 * 60 * 60 * 1_000
const agoOf = ({ clock }: Context): Date => new Date(clock.now().getTime() - DAY_MS)

/** Forgets the requests for invoices that ended a day ago, and preimages that no open invoice has. */
export async function forgetInvoiceRequests(ctx: InvoiceContext): Promise<void> {
  const until = agoOf(ctx)
  await deleteOldPreimages(ctx.orm.em.fork(), { until })
  await deleteEndedRequests(ctx.orm.em.fork(), { kind: 'invoice', until })
}

/** Forgets the requests to send, and to read, that ended a day ago. */
export async function forgetSendRequests(ctx: PayContext): Promise<void> {
  const until = agoOf(ctx)
  await deleteEndedRequests(ctx.orm.em.fork(), { kind: 'send', until })
  await deleteEndedRequests(ctx.orm.em.fork(), { kind: 'read', until })
}
