import { LIGHTNING } from '@gateway/devnet/devnet'
import { lightningFolders } from '@gateway/devnet/lightning/lightning'
import { payLightning } from '@gateway/devnet/lightning/lightning-wallet'
import { findLnd } from '@gateway/devnet/lightning/lnd'
import { messageOf } from '@gateway/domain/kernel/error'
import { join } from 'node:path'
import { dataDirOf } from '../stack/dev-file.ts'
import { CannotPay } from './cannot-pay.ts'

/** What the rest of the line may be, for the usage. */
export const LIGHTNING_USAGE =
  'npm run pay -- LN <BOLT11> [satoshis]         pays a Lightning invoice from the other node; satoshis where the invoice names none'

const MSAT_PER_SAT = 1_000n

/**
 * Pays an invoice from the second node of the stack, and returns what to print; undefined for words that are no such command.
 * @throws {CannotPay} when no Lightning node runs, or the invoice is not paid.
 */
export function runLightning(
  words: readonly string[],
  { environment, usage }: { environment: Readonly<Record<string, string | undefined>>; usage: string },
): Promise<string> | undefined {
  const [name, invoice, sats, ...more] = words
  if (name?.toUpperCase() !== 'LN') return undefined
  if (invoice === undefined || more.length > 0 || (sats !== undefined && !/^[1-9]\d{0,9}$/.test(sats))) throw new CannotPay(usage)
  return pay(dataDirOf(environment), {
    paymentRequest: invoice.trim().replace(/^lightning:/i, ''),
    ...(sats !== undefined && { msat: BigInt(sats) * MSAT_PER_SAT }),
  })
}

async function pay(dataDir: string, invoice: { paymentRequest: string; msat?: bigint }): Promise<string> {
  const payer = findLnd(lightningFolders(join(dataDir, LIGHTNING)).at(-1) ?? '')
  if (!payer) throw new CannotPay('No Lightning node runs here yet: "npm run dev" builds LND in the background of its first start.')
  const { status, preimage, reason, feeMsat } = await payLightning(payer, invoice).catch((error: unknown) => {
    throw new CannotPay(`The invoice was not paid: ${messageOf(error)}`)
  })
  if (status !== 'SUCCEEDED') throw new CannotPay(`The invoice was not paid: ${reason}`)
  return `Paid, for a fee of ${feeMsat} msat.\nPreimage ${preimage}`
}
