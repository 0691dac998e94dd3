import type { ShownPayment } from '@gateway/scripts/demo/client'
import { setTimeout as pause } from 'node:timers/promises'
import { chainOf } from './chains.ts'
import type { Journal } from './journal.ts'
import type { LiveChain, Rivals, Signed, Wallet } from './live-chain.ts'
import type { Servers } from './servers.ts'

/** All payers together: they pay, and resend transactions that a node has lost. */
export interface Customer {
  /** Resolves with the transaction's id when a node has accepted it. */
  pay(payment: Asked, units: bigint): Promise<string>
  /** Keeps an unconfirmed payment in the mempool for a while. @throws {Error} where payments cannot be double-spent. */
  holdBack(payment: Asked, txId: string): Promise<void>
  /**
   * Double-spends an unconfirmed payment to the same address, in a transaction that only its block shows. Resolves with whether it was mined; after a
   * kill of the node the payment itself may be mined first.
   *
   * @throws {Error} where payments cannot be double-spent.
   */
  doubleSpend(payment: Asked, sent: { txId: string; units: bigint }): Promise<boolean>
  stop(): Promise<void>
}

type Asked = Pick<ShownPayment, 'blockchain' | 'payment_address'>

const LOOK_EVERY_MS = 1_500
/** Older blocks survive every reorg and kill of a run. */
const KEPT_MS = 180_000

/** Opens the payers' wallets and starts watching their payments. */
export function startCustomer({ chains }: Servers, journal: Journal): Customer {
  const chainFor = ({ blockchain }: Asked): LiveChain => chains[chainOf(blockchain)]
  const sent: { readonly wallet: Wallet; readonly signed: Signed; readonly at: number }[] = []
  const forget = (txId: string): void => void sent.splice(0, sent.length, ...sent.filter(({ signed }) => signed.txId !== txId))
  let stopping = false
  const look = async (): Promise<void> => {
    while (!stopping) {
      for (const { wallet, signed } of sent.filter(({ at }) => journal.now() - at < KEPT_MS)) {
        if (await wallet.knows(signed).catch(() => true)) continue
        const problem = await wallet.send(signed).then(() => undefined, String)
        journal.note('payer resent', { txId: signed.txId, ...(problem !== undefined && { problem }) })
      }
      await pause(LOOK_EVERY_MS)
    }
  }
  const looking = look()
  return {
    pay: async (payment, units) => {
      const { wallet } = chainFor(payment)
      const signed = await untilTaken(journal, () => wallet.sign(payment.blockchain, { to: payment.payment_address, units }))
      sent.push({ wallet, signed, at: journal.now() })
      // A node that is away gets the bytes from the watch for lost payments.
      await wallet
        .send(signed)
        .catch((error: unknown) => journal.note('payer could not send', { txId: signed.txId, problem: String(error) }))
      return signed.txId
    },
    holdBack: (payment, txId) =>
      rivalsOf(chainFor(payment))
        .holdBack(txId)
        .catch(() => undefined),
    doubleSpend: async (payment, { txId, units }) => {
      const chain = chainFor(payment)
      const rivals = rivalsOf(chain)
      const rival = await untilTaken(journal, () => rivals.sign({ txId, to: payment.payment_address, units }))
      forget(txId)
      const isDone = await untilTaken(journal, async () => {
        if (await rivals.isMined(txId)) return false
        if (!(await rivals.isMined(rival.txId))) await rivals.mine(rival)
        return true
      })
      if (isDone) sent.push({ wallet: chain.wallet, signed: rival, at: journal.now() })
      return isDone
    },
    stop: async () => {
      stopping = true
      await looking
    },
  }
}

function rivalsOf({ rivals }: LiveChain): Rivals {
  if (!rivals) throw new Error('payments of this chain cannot be double-spent')
  return rivals
}

const RETRY_MS = 500

/** Retries until success; every action here is safe to repeat. */
export async function untilTaken<T>(journal: Journal, attempt: () => Promise<T>): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    const done = await attempt().then(
      (value) => ({ value }),
      (error: unknown) => {
        if (failures % 20 === 0) journal.note('still failing', { problem: String(error) })
      },
    )
    if (done) return done.value
    await pause(RETRY_MS)
  }
}
