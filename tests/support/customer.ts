import { payBitcoin } from '@gateway/devnet/bitcoin/bitcoin-faucet'
import { payNative, payToken } from '@gateway/devnet/evm/evm-faucet'
import type { ShownPayment } from '@gateway/scripts/demo/client'
import { formatUnits, getAddress, parseUnits } from 'viem'
import type { Story } from './story.ts'

const decimals: Readonly<Record<string, number>> = { BTC: 8, ETH: 18, USDC_ETH: 6 }

/** An API amount in base units of the payment's asset. */
export const unitsOf = (payment: Pick<ShownPayment, 'blockchain'>, amount: string | null): bigint =>
  parseUnits(amount ?? '', decimals[payment.blockchain] ?? 0)

/** Base units as an API amount. */
export const shown = (payment: Pick<ShownPayment, 'blockchain'>, units: bigint): string =>
  formatUnits(units, decimals[payment.blockchain] ?? 0)

/** Pays a payment in its own asset, by default the whole amount; returns the transaction id. */
export function pay({ bitcoin, evm, contracts }: Story, asked: ShownPayment, units = unitsOf(asked, asked.crypto_amount)): Promise<string> {
  const payers: Readonly<Record<string, () => Promise<string>>> = {
    BTC: () => payBitcoin(bitcoin, { address: asked.payment_address, sats: units }),
    ETH: () => payNative(evm, { to: getAddress(asked.payment_address), wei: units }),
    USDC_ETH: () => payToken(evm, { token: contracts.usdc, to: getAddress(asked.payment_address), units }),
  }
  const payer = payers[asked.blockchain]
  if (!payer) throw new Error(`no payer pays in ${asked.blockchain}`)
  return payer()
}
