import { newBitcoinAddress } from '@gateway/devnet/bitcoin/bitcoin-faucet'
import { payToken } from '@gateway/devnet/evm/evm-faucet'
import { call, type ShownPayment } from '@gateway/scripts/demo/client'
import { startReceiver } from '@gateway/scripts/demo/receiver'
import type { Receiver } from '@gateway/scripts/demo/receiver'
import type { Devstack } from '@gateway/scripts/stack/devstack'
import { randomBytes } from 'node:crypto'
import { getAddress, parseUnits } from 'viem'

/** A shop that takes every asset, and customers who pay USDC. */
export interface BenchShop {
  readonly receiver: Receiver
  ask(blockchain?: string): Promise<ShownPayment>
  pay(payment: ShownPayment): Promise<unknown>
}

/** Opens a shop on a running stack. */
export async function openShop({ gateway, devnet, contracts }: Devstack): Promise<BenchShop> {
  const receiver = await startReceiver()
  const account = { email: `bench-${randomBytes(6).toString('hex')}@example.com`, password: randomBytes(12).toString('hex') }
  const { token } = await call<{ token: string }>(gateway.api, { path: '/auth/register', body: account })
  const wallets = { ETH: getAddress(`0x${randomBytes(20).toString('hex')}`), BTC: await newBitcoinAddress(devnet.bitcoin) }
  const business = await call<{ api_key: string; webhook_secret: string }>(gateway.api, {
    path: '/businesses',
    key: token,
    body: { name: 'Bench', walletAddresses: wallets, webhook_url: receiver.url, webhook_events: ['*'] },
  })
  receiver.secret = business.webhook_secret
  const terms = { amount: 25, currency: 'USD' }
  return {
    receiver,
    ask: async (blockchain = 'USDC_ETH') =>
      (
        await call<{ payment: ShownPayment }>(gateway.api, {
          path: '/payments/create',
          key: business.api_key,
          body: { ...terms, blockchain },
        })
      ).payment,
    pay: ({ payment_address: to, crypto_amount: amount }) =>
      payToken(devnet.evm, { token: contracts.usdc, to: getAddress(to), units: parseUnits(amount, 6) }),
  }
}
