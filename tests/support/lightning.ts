import { eventually } from '@gateway/testing/wait'
import { type Said, say } from './say.ts'
import type { Shop } from './shop.ts'

type Members = Readonly<Record<string, unknown>>

/** Money of a wallet in whole satoshis, as the API shows it; with pending sends, what can be spent, and what is set aside for them. */
interface ShownBalance {
  readonly balance: unknown
  readonly available: unknown
  readonly reserved: unknown
}

/** A wallet of a shop, as its backend uses it. */
export interface LightningWalletOf {
  readonly walletId: string
  /** An invoice to pay the wallet by. */
  invoice(sats: number): Promise<{ readonly paymentRequest: string; readonly paymentHash: string }>
  /** Sends, and returns the answer, whatever it is. */
  send(destination: string, terms?: Members): Promise<Said>
  balance(): Promise<ShownBalance>
  payment(hash: string, direction: 'incoming' | 'outgoing'): Promise<Members>
  /** Waits until a payment has a status. */
  reaches(hash: string, wanted: { direction: 'incoming' | 'outgoing'; status: string }): Promise<Members>
}

/** Enables a wallet of a shop. */
export async function enableWallet(
  { api, key, businessId }: Pick<Shop, 'api' | 'key' | 'businessId'>,
  walletId: string,
): Promise<LightningWalletOf> {
  const ask = async (route: string, body?: Members): Promise<Members> => accepted(await say(api, route, { key, ...(body && { body }) }))
  await ask('POST /lightning/nodes', { wallet_id: walletId, business_id: businessId })
  const payment: LightningWalletOf['payment'] = async (hash, direction) =>
    ask(`GET /lightning/payments/${hash}?wallet_id=${walletId}&direction=${direction}`)
  return {
    walletId,
    payment,
    invoice: async (sats) => {
      const made = await ask('POST /lightning/invoices', { wallet_id: walletId, amount_sats: sats })
      return { paymentRequest: String(made['payment_request']), paymentHash: String(made['payment_hash']) }
    },
    send: (destination, terms = {}) => say(api, 'POST /lightning/payments', { key, body: { wallet_id: walletId, destination, ...terms } }),
    balance: async () => {
      const {
        balance_sats: balance,
        available_sats: available,
        reserved_sats: reserved,
      } = await ask(`GET /lightning/balance?wallet_id=${walletId}`)
      return { balance, available, reserved }
    },
    reaches: (hash, { direction, status }) =>
      eventually(`the ${direction} Lightning payment ${hash} to be ${status}`, async () => {
        const shown = await payment(hash, direction)
        return shown['status'] === status && shown
      }),
  }
}

function accepted({ status, body }: Said): Members {
  if (status >= 300) throw new Error(`the API answered ${status}: ${JSON.stringify(body)}`)
  return body
}
