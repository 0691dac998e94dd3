import { type DevnetChain, driverOf, type RunningNodes } from '@gateway/devnet/chains'
import { assetOf } from '@gateway/domain/money/asset'
import type { Gateway } from './gateway.ts'

/** Coins that a gas payer gets. */
const FUNDS = 10n

/** Funds the gas payer of each chain by a transaction that the scanner sees, so that the treasury balance is right from the start. */
export async function fundGasPayers(nodes: Partial<RunningNodes>, { custody }: Pick<Gateway, 'custody'>): Promise<void> {
  for (const [chain, address] of Object.entries(custody.gasPayerAddresses)) {
    const node = nodes[chain as DevnetChain] // The signer has gas payers on served chains only.
    const driver = driverOf(chain as DevnetChain)
    const units = FUNDS * 10n ** BigInt(assetOf(chain as DevnetChain).decimals)
    if (node && (await driver.balance(node, address)) < units / 10n) await driver.pay(node, { to: address, units })
  }
}
