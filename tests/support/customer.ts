import { assetOf } from '@gateway/domain/money/asset'
import type { ShownPayment } from '@gateway/scripts/demo/client'
import { payableAsset, payAsset } from '@gateway/scripts/pay/rails'
import { formatUnits, parseUnits } from 'viem'
import type { Story } from './story.ts'

const decimalsOf = ({ blockchain }: Pick<ShownPayment, 'blockchain'>): number => assetOf(payableAsset(blockchain)).decimals

/** An API amount in base units of the payment's asset. */
export const unitsOf = (payment: Pick<ShownPayment, 'blockchain'>, amount: string | null): bigint =>
  parseUnits(amount ?? '', decimalsOf(payment))

/** Base units as an API amount. */
export const shown = (payment: Pick<ShownPayment, 'blockchain'>, units: bigint): string => formatUnits(units, decimalsOf(payment))

/** Pays a payment in its own asset, by default the whole amount; returns the transaction id. */
export const pay = ({ chains }: Story, asked: ShownPayment, units = unitsOf(asked, asked.crypto_amount)): Promise<string> =>
  payAsset(chains, payableAsset(asked.blockchain), { to: asked.payment_address, units })
