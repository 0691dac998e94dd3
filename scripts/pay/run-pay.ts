import { parseArgs } from 'node:util'
import { unitsOf } from './amount.ts'
import { CannotPay } from './cannot-pay.ts'
import { openPayer, type Payer } from './open-payer.ts'
import { CARD_USAGE, runCard } from './pay-card.ts'
import { LIGHTNING_USAGE, runLightning } from './pay-lightning.ts'
import { payPayment } from './pay-payment.ts'
import { type PayableAsset, payableAsset, payableAssets, type Sum } from './rails.ts'

const USAGE = `npm run pay -- <payment id or checkout URL>   pays the amount due
npm run pay -- <asset> <address> <amount>     pays an address; assets: ${payableAssets.join(', ')}
${CARD_USAGE}
${LIGHTNING_USAGE}

  --amount <decimal, half or double>          pays that much of the payment instead
  --asset <asset>                             pays in another asset, with --amount

Pays on a running "npm run dev" (DATA_DIR) from the devnet's funds.`

/**
 * Runs `npm run pay` with these words: amount, address and transaction are printed once it is sent, and then blocks are
 * mined. What a page of the card processor answers is printed as it comes.
 * @throws {CannotPay} with the usage for words that are no command.
 */
export async function runPay(
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  print: (text: string) => void,
): Promise<void> {
  const { values, positionals } = readWords(words)
  const byCard = runCard(positionals, USAGE)
  if (byCard) return print(await byCard)
  const byLightning = runLightning(positionals, { environment, usage: USAGE })
  if (byLightning) return print(await byLightning)
  const [first, to, amount, ...more] = positionals
  const isPayment = to === undefined
  if (first === undefined || more.length > 0 || (!isPayment && (amount === undefined || Object.keys(values).length > 0)))
    throw new CannotPay(USAGE)
  const payer = openPayer(environment)
  const { said, asset, blocks } = await (isPayment
    ? paidPayment(payer, { payment: first, ...values })
    : paidAddress(payer, { asset: first, to, amount: amount ?? '' }))
  print(said)
  await payer.mine(asset, blocks)
}

function readWords(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], options: { amount: { type: 'string' }, asset: { type: 'string' } }, allowPositionals: true })
  } catch {
    throw new CannotPay(USAGE)
  }
}

/** The text about a transaction, and the blocks that it waits for. */
interface Sent {
  readonly said: string
  readonly asset: PayableAsset
  readonly blocks: number
}

async function paidAddress(payer: Payer, { asset: name, to, amount }: { asset: string; amount: string } & Pick<Sum, 'to'>): Promise<Sent> {
  const asset = payableAsset(name)
  const transaction = await payer.send(asset, { to, units: unitsOf(amount, asset) })
  return { said: `Paid ${amount} ${asset} to ${to}.\nTransaction ${transaction}`, asset, blocks: 1 }
}

async function paidPayment(payer: Payer, wish: Parameters<typeof payPayment>[1]): Promise<Sent> {
  const { amount, asset, to, transaction, payment } = await payPayment(payer, wish)
  const late = payment.status === 'expired' ? ' The payment had expired: this is a late deposit.' : ''
  const lines = [
    `Paid ${amount} ${asset} to ${to}, for a payment to ${payment.business_name}.${late}`,
    `Transaction ${transaction}`,
    `Page        ${payer.api}/pay/${payment.id}`,
  ]
  return { said: lines.join('\n'), asset, blocks: payment.confirmations_required }
}
