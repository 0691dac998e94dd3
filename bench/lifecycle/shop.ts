import { newBitcoinAddress } from '@gateway/devnet/bitcoin/bitcoin-faucet'
import { payToken } from '@gateway/devnet/evm/evm-faucet'
import { call, type ShownPayment } from '@gateway/scripts/demo/client'
import { startReceiver } from '@gateway/scripts/demo/receiver'
import type { Receiver } from '@gateway/scripts/demo/receiver'
import type { Devstack } from '@gateway/scripts/stack/devstack'
import { randomBytes } from 'node:crypto'
import { getAddress, parseUnits } from 'viem'

/** A business that accepts every asset, the merchant's webhook server, and payers of USDC. */
export interface BenchShop {
  readonly receiver: Receiver
  create(blockchain?: string): Promise<ShownPayment>
  pay(payment: ShownPayment): Promise<unknown>
}

/** Registers a merchant on a running stack and returns the token of its session. */
export async function registerMerchant({ gateway }: Devstack): Promise<string> {
  const account = { email: `bench-${randomBytes(6).toString('hex')}@example.com`, password: randomBytes(12).toString('hex') }
  return (await call<{ token: string }>(gateway.api, { path: '/auth/register', body: account })).token
}

/** Opens a business of a merchant, by default of a new one. */
export async function openShop(stack: Devstack, token?: string): Promise<BenchShop> {
  const { gateway, devnet, contracts } = stack
  const receiver = await startReceiver()
  const wallets = { ETH: getAddress(`0x${randomBytes(20).toString('hex')}`), BTC: await newBitcoinAddress(devnet.chains.BTC) }
  const { api_key: key, webhook_secret: secret } = await call<{ api_key: string; webhook_secret: string }>(gateway.api, {
    path: '/businesses',
    key: token ?? (await registerMerchant(stack)),
    body: { name: 'Bench', walletAddresses: wallets, webhook_url: receiver.url, webhook_events: ['*'] },
  })
  receiver.secret = secret
  return {
    receiver,
    create: async (blockchain = 'USDC_ETH') => {
      const body = { amount: 25, currency: 'USD', blockchain }
      return (await call<{ payment: ShownPayment }>(gateway.api, { path: '/payments/create', key, body })).payment
    },
    pay: ({ payment_address: to, crypto_amount: amount }) =>
      payToken(devnet.chains.ETH, { token: contracts.usdc, to: getAddress(to), units: parseUnits(amount, 6) }),
  }
}
