import {
  cancelLightningInvoice,
  type HoldInvoice,
  lightningInvoice,
  newHoldInvoice,
  newLightningInvoice,
  payLightning,
  settleHoldInvoice,
  type WalletInvoice,
} from '@gateway/devnet/lightning/lightning-wallet'
import type { LndNode } from '@gateway/devnet/lightning/lnd'
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Said, say } from '../../support/say.ts'
import type { CaseSend, SendBehaviour } from '../oracle/case.ts'
import { untilTaken } from './customer.ts'
import type { LightningShop } from './lightning-shop.ts'
import type { SendOrder } from './send-orders.ts'
import type { Market } from './workload.ts'

interface Playing {
  readonly market: Market
  readonly lightning: LightningShop
  /** Called with the hash of each order once it is known, so that one without an end can be explained. */
  readonly onHash: (order: SendOrder, paymentHash: string) => void
}

/** What came of it: the hash, and the answer to each command. */
type Played = Pick<CaseSend, 'paymentHash' | 'answers'>

type Decision = (node: LndNode, invoice: HoldInvoice) => Promise<void>

const LOOK_EVERY_MS = 500
/** How long a payee waits for a payment to arrive, and a payer for one to end. */
const GIVE_UP_MS = 300_000
const PAY_WITHIN_MS = 90_000

/** What payers and payees do. */
export const playSends: Readonly<Record<SendBehaviour, (of: Playing, order: SendOrder) => Promise<Played>>> = {
  outside: async (of, order) => {
    const invoice = await bill(of, order)
    return { paymentHash: invoice.paymentHash, answers: { send: await send(of, order.wallet, invoice) } }
  },
  inside: async (of, order) => {
    const invoice = await ownInvoice(of, order.otherWallet, order)
    return { paymentHash: invoice.paymentHash, answers: { send: await send(of, order.wallet, invoice) } }
  },
  received: async (of, order) => {
    const invoice = await ownInvoice(of, order.wallet, order)
    const isPaid = await paysFromOutside(of, invoice)
    // The payer's node has forgotten its payment: its owner asks for another invoice.
    return isPaid ? { paymentHash: invoice.paymentHash, answers: {} } : playSends.received(of, order)
  },
  twice: async (of, order) => {
    const invoice = await bill(of, order)
    const [one, other] = await Promise.all([send(of, order.wallet, invoice), send(of, order.otherWallet, invoice)])
    return { paymentHash: invoice.paymentHash, answers: { send: one, rival: other } }
  },
  held: (of, order) => hold(of, order, settleHoldInvoice),
  returned: (of, order) => hold(of, order, cancelLightningInvoice),
  refused: async (of, order) => {
    const invoice = await bill(of, order)
    await untilTaken(of.market.journal, () => cancelLightningInvoice(other(of), invoice))
    return { paymentHash: invoice.paymentHash, answers: { send: await send(of, order.wallet, invoice) } }
  },
}

const other = ({ lightning }: Playing) => lightning.live.nodes['lightning-other']

/** An invoice of somebody outside; one whose answer was lost is never paid. */
async function bill(of: Playing, order: SendOrder): Promise<WalletInvoice> {
  const { n, sats } = order
  const wanted = { msat: BigInt(sats) * 1_000n, memo: `Order ${n}` }
  const invoice = await untilTaken(of.market.journal, () => newLightningInvoice(other(of), wanted))
  of.onHash(order, invoice.paymentHash)
  return invoice
}

/** The payee lets a payment wait, and then takes it or gives it back. It refuses one that has not arrived in time, whenever that comes. */
async function hold(of: Playing, order: SendOrder, decide: Decision): Promise<Played> {
  const { journal } = of.market
  const invoice = await untilTaken(journal, () => newHoldInvoice(other(of), { msat: BigInt(order.sats) * 1_000n }))
  of.onHash(order, invoice.paymentHash)
  const sending = send(of, order.wallet, invoice)
  const isHeld = await untilHeld(of, order, invoice)
  await pause(order.holdsMs)
  await untilTaken(journal, () => (isHeld ? decideOnce(of, invoice, decide) : cancelLightningInvoice(other(of), invoice)))
  return { paymentHash: invoice.paymentHash, answers: { send: await sending, held: String(isHeld) } }
}

async function decideOnce(of: Playing, invoice: HoldInvoice, decide: Decision): Promise<void> {
  const { state } = await lightningInvoice(other(of), invoice)
  if (state === 'ACCEPTED' || state === 'OPEN') await decide(other(of), invoice)
}

/** False where the send has failed, or has not come so far after minutes: the oracle sees what became of it. */
function untilHeld(of: Playing, { wallet }: SendOrder, { paymentHash }: WalletInvoice): Promise<boolean> {
  const { journal } = of.market
  const deadline = journal.now() + GIVE_UP_MS
  return untilTaken(journal, async () => {
    for (;;) {
      if ((await lightningInvoice(other(of), { paymentHash })).state === 'ACCEPTED') return true
      const { body } = await ask(of, `GET /lightning/payments/${paymentHash}?wallet_id=till-${wallet}&direction=outgoing`)
      if (body['status'] === 'failed' || journal.now() > deadline) return false
      await pause(LOOK_EVERY_MS)
    }
  })
}

/** An invoice of a wallet, made once. */
async function ownInvoice(of: Playing, wallet: number, order: SendOrder): Promise<WalletInvoice> {
  const { sats, n } = order
  const body = { wallet_id: `till-${wallet}`, amount_sats: sats, description: `Order ${n}` }
  const said = await command(of, { route: 'POST /lightning/invoices', body, accepts: ({ status }) => status === 201 })
  const paymentHash = String(said.body['payment_hash'])
  of.onHash(order, paymentHash)
  return { paymentRequest: String(said.body['payment_request']), paymentHash }
}

/** Tries until the gateway's node has the money, whatever the payer's node says. False when it has none after minutes. */
async function paysFromOutside(of: Playing, invoice: WalletInvoice): Promise<boolean> {
  const { journal } = of.market
  const deadline = journal.now() + GIVE_UP_MS
  return untilTaken(journal, async () => {
    if ((await lightningInvoice(of.lightning.live.nodes.lightning, invoice)).state === 'SETTLED') return true
    if (journal.now() > deadline) return false
    const { status, reason } = await Promise.race([payLightning(other(of), invoice), waitedFor(PAY_WITHIN_MS)])
    if (status !== 'SUCCEEDED') throw new Error(`the payer says ${status} ${reason}`)
    return true
  })
}

const waitedFor = async (ms: number) => ({ status: 'nothing', reason: await pause(ms, 'in time', { ref: false }) })

/** Sends from a wallet under one idempotency key, until it is answered; a refusal tells its code. */
async function send(of: Playing, wallet: number, { paymentRequest }: WalletInvoice): Promise<string> {
  const body = { wallet_id: `till-${wallet}`, destination: paymentRequest }
  const isAnswer = ({ status, body: { code } }: Said): boolean =>
    status < 500 && status !== 429 && (status !== 409 || code === 'ALREADY_PAID')
  const said = await command(of, { route: 'POST /lightning/payments', body, accepts: isAnswer })
  return said.status === 200 ? `200 ${String(said.body['status'])}` : `${said.status} ${String(said.body['code'])}`
}

interface Command {
  readonly route: string
  readonly body: Readonly<Record<string, unknown>>
  readonly accepts: (said: Said) => boolean
}

function command(of: Playing, { route, body, accepts }: Command): Promise<Said> {
  const headers = { 'idempotency-key': randomUUID() }
  return untilTaken(of.market.journal, async () => {
    const said = await ask(of, route, { body, headers })
    if (!accepts(said)) throw new Error(`${route} answered ${said.status} ${String(said.body['code'])}`)
    return said
  })
}

const ask = ({ market, lightning }: Playing, route: string, more: Omit<Parameters<typeof say>[2] & object, 'key'> = {}): Promise<Said> =>
  say(market.api, route, { key: lightning.shop.key, ...more })
