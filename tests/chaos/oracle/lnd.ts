import { readFileSync } from 'node:fs'
import { get } from 'node:https'
import type { CaseLnd } from './case.ts'

/** A payment that a node has made or tried; amounts in millisatoshis. */
export interface NodePayment {
  readonly paymentHash: string
  readonly status: string
  readonly msat: bigint
  readonly feeMsat: bigint
  readonly preimage: string
}

/** An invoice of a node. */
export interface NodeInvoice {
  readonly paymentHash: string
  readonly state: string
  /** Counts only with the state SETTLED. */
  readonly paidMsat: bigint
}

/** A channel of a node. */
interface NodeChannel {
  /** True while the other node is connected and payments can pass. */
  readonly isActive: boolean
  /** Payment hashes of what is on its way through it, in either direction. */
  readonly hashes: readonly string[]
}

/** What a node has on record, and what its side of all channels holds. */
export interface NodeRecords {
  readonly payments: readonly NodePayment[]
  readonly invoices: readonly NodeInvoice[]
  readonly channels: readonly NodeChannel[]
  readonly localMsat: bigint
}

const MOST = 100_000

/** Reads the records of a node over its REST interface. @throws {Error} when it does not answer. */
export async function readLnd(node: CaseLnd): Promise<NodeRecords> {
  const paid = await ask<{ payments: readonly WrittenPayment[] }>(node, `/v1/payments?include_incomplete=true&max_payments=${MOST}`)
  const made = await ask<{ invoices: readonly WrittenInvoice[] }>(node, `/v1/invoices?num_max_invoices=${MOST}`)
  const open = await ask<{ channels: readonly WrittenChannel[] }>(node, '/v1/channels')
  const funds = await ask<Record<'local_balance' | 'unsettled_local_balance' | 'pending_open_local_balance', { msat: string }>>(
    node,
    '/v1/balance/channels',
  )
  return {
    payments: paid.payments.map((one) => ({
      paymentHash: one.payment_hash,
      status: one.status,
      msat: BigInt(one.value_msat),
      feeMsat: BigInt(one.fee_msat),
      preimage: one.payment_preimage,
    })),
    invoices: made.invoices.map((one) => ({
      paymentHash: hexOf(one.r_hash),
      state: one.state,
      paidMsat: BigInt(one.amt_paid_msat),
    })),
    channels: open.channels.map(({ active, pending_htlcs }) => ({
      isActive: active,
      hashes: pending_htlcs.map(({ hash_lock }) => hexOf(hash_lock)),
    })),
    localMsat:
      BigInt(funds.local_balance.msat) + BigInt(funds.unsettled_local_balance.msat) + BigInt(funds.pending_open_local_balance.msat),
  }
}

/**
 * Payments that a node never ends: it calls them in flight, and no channel of either node has them, nor has their payee. LND forgets a payment that way when
 * it is killed after it has noted the attempt and before its channel has (github.com/lightningnetwork/lnd/issues/9340).
 */
export function strandedPayments(payer: NodeRecords, payee: NodeRecords): NodePayment[] {
  const channels = [...payer.channels, ...payee.channels]
  if (!channels.every(({ isActive }) => isActive)) return []
  const arrived = payee.invoices.filter(({ state }) => state === 'ACCEPTED' || state === 'SETTLED').map(({ paymentHash }) => paymentHash)
  const known = new Set([...channels.flatMap(({ hashes }) => hashes), ...arrived])
  return payer.payments.filter(({ status, paymentHash }) => status === 'IN_FLIGHT' && !known.has(paymentHash))
}

const hexOf = (base64: string): string => Buffer.from(base64, 'base64').toString('hex')

type WrittenChannel = { readonly active: boolean; readonly pending_htlcs: readonly { readonly hash_lock: string }[] }
type WrittenPayment = Readonly<Record<'payment_hash' | 'status' | 'value_msat' | 'fee_msat' | 'payment_preimage', string>>
type WrittenInvoice = Readonly<Record<'r_hash' | 'state' | 'amt_paid_msat', string>>

function ask<Answer>({ url, certificateFile, macaroonFile }: CaseLnd, path: string): Promise<Answer> {
  const headers = { 'grpc-metadata-macaroon': readFileSync(macaroonFile).toString('hex') }
  return new Promise((resolve, reject) => {
    const call = get(`${url}${path}`, { ca: readFileSync(certificateFile), headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      response.once('error', reject).once('end', () => {
        if (response.statusCode !== 200) return reject(new Error(`${path} answered ${response.statusCode} ${text}`))
        resolve(JSON.parse(text) as Answer) // The shape of LND 0.21.
      })
    })
    call.once('error', reject)
  })
}
