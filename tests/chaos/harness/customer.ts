import type { ShownPayment } from '@gateway/scripts/demo/client'
import { isMined, keepUnmined, mineTransaction, signDoubleSpend } from '@gateway/devnet/bitcoin/bitcoin-double-spend'
import { setTimeout as pause } from 'node:timers/promises'
import { bitcoinWallet } from './bitcoin-wallet.ts'
import { evmWallet } from './evm-wallet.ts'
import type { Journal } from './journal.ts'
import type { Servers } from './servers.ts'

/** A signed transaction of a payer: sending its bytes again never pays twice. */
export interface Signed {
  readonly txId: string
  readonly raw: string
}

/** The payers' money on one chain. */
export interface Wallet {
  /** Signs a payment; nothing is sent. */
  sign(asset: string, payment: { to: string; units: bigint }): Promise<Signed>
  /** Sends bytes to the node. @throws {RpcRefusal} when it rejects them. */
  send(signed: Signed): Promise<void>
  knows(signed: Signed): Promise<boolean>
}

/** All payers together: they pay, and resend transactions that a node has lost. */
export interface Customer {
  /** Resolves with the transaction's id when a node has accepted it. */
  pay(payment: Pick<ShownPayment, 'blockchain' | 'payment_address'>, units: bigint): Promise<string>
  /** Keeps an unconfirmed Bitcoin payment in the mempool for a while. */
  holdBack(txId: string): Promise<void>
  /**
   * Double-spends an unconfirmed Bitcoin payment to the same address, in a transaction that only its block shows. Resolves with whether it was mined;
   * after a kill of the node the payment itself may be mined first.
   */
  doubleSpend(payment: Pick<ShownPayment, 'payment_address'>, sent: { txId: string; units: bigint }): Promise<boolean>
  stop(): Promise<void>
}

const LOOK_EVERY_MS = 1_500
/** Older blocks survive every reorg and kill of a run. */
const KEPT_MS = 180_000

/** Opens the payers' wallets and starts watching their payments. */
export function startCustomer(servers: Servers, journal: Journal): Customer {
  const wallets = { BTC: bitcoinWallet(servers.bitcoin), ETH: evmWallet(servers.evm) }
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
    pay: async ({ blockchain, payment_address: to }, units) => {
      const wallet = blockchain === 'BTC' ? wallets.BTC : wallets.ETH
      const signed = await untilTaken(journal, () => wallet.sign(blockchain, { to, units }))
      sent.push({ wallet, signed, at: journal.now() })
      // A node that is away gets the bytes from the watch for lost payments.
      await wallet
        .send(signed)
        .catch((error: unknown) => journal.note('payer could not send', { txId: signed.txId, problem: String(error) }))
      return signed.txId
    },
    holdBack: (txId) => keepUnmined(servers.bitcoin, txId).catch(() => undefined),
    doubleSpend: async ({ payment_address: to }, { txId, units }) => {
      const rival = await untilTaken(journal, () => signDoubleSpend(servers.bitcoin, { txId, to, sats: units }))
      forget(txId)
      const isDone = await untilTaken(journal, async () => {
        if (await isMined(servers.bitcoin, txId)) return false
        if (!(await isMined(servers.bitcoin, rival.txId))) await mineTransaction(servers.bitcoin, rival)
        return true
      })
      if (isDone) sent.push({ wallet: wallets.BTC, signed: { txId: rival.txId, raw: rival.hex }, at: journal.now() })
      return isDone
    },
    stop: async () => {
      stopping = true
      await looking
    },
  }
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
