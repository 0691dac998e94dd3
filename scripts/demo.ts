import { waitFor } from '@gateway/devnet/wait'
import { assetOf } from '@gateway/domain/money/asset'
import { randomBytes } from 'node:crypto'
import { parseUnits } from 'viem'
import { compareWithProcessor, payByCard } from './demo/card-payment.ts'
import { call, readPayment, type ShownPayment } from './demo/client.ts'
import { startReceiver } from './demo/receiver.ts'
import { elapsedLog } from './development/elapsed-log.ts'
import { explainFailure } from './development/explain-failure.ts'
import { freshWallets } from './development/fresh-wallets.ts'
import { startStack } from './development/start-stack.ts'
import { assetsOn, balanceOf, chainOf, payableAsset, payAsset } from './pay/rails.ts'
import { onAskedToStop } from './stack/asked-to-stop.ts'
import type { ServedStack } from './stack/devstack.ts'
import type { OfSomeChains } from './stack/each-chain.ts'

const startedAt = performance.now()
const log = elapsedLog()
// One payment may be read 300 times a minute.
const READ_EVERY_MS = 250
const EVENTS_PER_LIFE = 7
const CARD = 'CARD'
const ADDS_UP = 'adds up, in the wallet'
const keep = process.argv.includes('--keep')

// A folder of its own, so that it runs beside `npm run dev`.
const { stack, options } = await startStack({ name: 'npm run demo', folder: '.demo', port: 0 }, log)
const { api } = stack.gateway
const receiver = await startReceiver()
const names = new Map<string, string>()
onAskedToStop((exitCode) => void leave(exitCode), log)
try {
  await leave((await tell()) ? 0 : 1)
} catch (error) {
  console.error(`The demo failed: ${explainFailure(error, options)}`)
  await leave(1)
}

/** Runs the demo; true when every unit reached its recipient. */
async function tell(): Promise<boolean> {
  const shop = await openShop(stack)
  receiver.onEvent = ({ type, paymentId, sequence }) =>
    log(`${(names.get(paymentId) ?? (type.startsWith('card_') ? CARD : '')).padEnd(8)}  webhook ${sequence}: ${type} (signature checked)`)
  const [card, ...payments] = await Promise.all([
    payByCard({ ...shop, api, stripe: stack.stripe, log }),
    ...assetsOn(stack.devnet.chains).map((blockchain) => story(shop, blockchain)),
  ])
  await waitFor(
    'every webhook to arrive',
    async () =>
      receiver.received.filter(({ paymentId }) => names.has(paymentId)).length >= payments.length * EVENTS_PER_LIFE &&
      receiver.received.some(({ data }) => data['card_payment_id'] === card.id),
    { timeoutMs: 20_000 },
  )
  const { isSame, sentence } = await compareWithProcessor(stack, card)
  const good = (await printTable(shop, payments)) && isSame
  console.log(sentence)
  if (keep) await untilStopped()
  return good
}

/** Stops everything in order and ends the process. */
async function leave(exitCode: number): Promise<never> {
  receiver.close()
  await stack.stop()
  process.exit(exitCode)
}

interface DemoShop {
  readonly key: string
  readonly businessId: string
  readonly wallets: OfSomeChains<string>
}

/** A merchant registers and opens a shop with a wallet per chain. */
async function openShop({ devnet }: ServedStack): Promise<DemoShop> {
  const { token } = await call<{ token: string }>(api, {
    path: '/auth/register',
    body: { email: `shop-${randomBytes(4).toString('hex')}@example.com`, password: randomBytes(12).toString('hex'), name: 'Demo' },
  })
  const walletAddresses = await freshWallets(devnet.chains)
  const business = await call<{ id: string; api_key: string; webhook_secret: string }>(api, {
    path: '/businesses',
    key: token,
    body: { name: 'Demo shop', walletAddresses, webhook_url: receiver.url, webhook_events: ['*'] },
  })
  receiver.secret = business.webhook_secret
  log(`shop opened; wallets ${Object.values(walletAddresses).join(', ')}`)
  return { key: business.api_key, businessId: business.id, wallets: walletAddresses }
}

/** One payment from creation to forward. */
async function story({ key }: DemoShop, blockchain: string): Promise<ShownPayment> {
  const name = blockchain.padEnd(8)
  const created = await call<{ payment: ShownPayment }>(api, {
    path: '/payments/create',
    key,
    body: { amount: 25, currency: 'USD', blockchain },
  })
  const { id, crypto_amount, payment_address } = created.payment
  names.set(id, blockchain)
  log(`${name}  25 USD = ${crypto_amount}, to be paid to ${payment_address}`)
  log(`${name}  payer sends ${await pay(stack, created.payment)}`)
  let shown = ''
  const forwarded = await waitFor<ShownPayment>(
    `${blockchain} to be forwarded`,
    async () => {
      const payment = await readPayment(api, key, id)
      const line = `${payment.status}, ${payment.confirmations} of ${payment.confirmations_required} confirmations`
      if (line !== shown) log(`${name}  ${(shown = line)}`)
      return payment.status === 'forwarded' ? payment : undefined
    },
    { timeoutMs: 120_000, everyMs: READ_EVERY_MS },
  )
  log(`${name}  forwarded by ${forwarded.forward_tx_hash}`)
  log(`${name}  split: ${forwarded.merchant_amount} to the merchant, ${forwarded.fee_amount} fee, ${forwarded.network_fee} to the network`)
  return forwarded
}

/** The payer pays the exact amount on a real node. */
function pay({ devnet }: ServedStack, payment: ShownPayment): Promise<string> {
  const sum = { to: payment.payment_address, units: unitsOf(payment, payment.crypto_amount) }
  return payAsset(devnet.chains, payableAsset(payment.blockchain), sum)
}

/** An amount of the API in base units. */
function unitsOf({ blockchain }: ShownPayment, amount: string | null): bigint {
  return parseUnits(amount ?? '0', assetOf(payableAsset(blockchain)).decimals)
}

/** Prints the split; true when every row adds up to the last unit and the merchant's wallet has its share on chain. */
async function printTable(shop: DemoShop, rows: readonly ShownPayment[]): Promise<boolean> {
  console.log(`\n${['asset', 'received', '= merchant', '+ fee', '+ network fee'].map((title) => title.padEnd(22)).join('')}`)
  const verdicts = await Promise.all(rows.map((row) => judge(shop, row)))
  for (const { row, verdict } of verdicts) {
    const cells = [row.blockchain, row.amount_received, row.merchant_amount, row.fee_amount, row.network_fee]
    console.log(`${cells.map((cell) => String(cell).padEnd(22)).join('')}${verdict}`)
  }
  const good = verdicts.every(({ verdict }) => verdict === ADDS_UP)
  const end = good ? `${rows.length} payments, each forwarded once` : 'The demo failed'
  console.log(`\n${end}, in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`)
  return good
}

async function judge(shop: DemoShop, row: ShownPayment): Promise<{ row: ShownPayment; verdict: string }> {
  const units = (amount: string | null): bigint => unitsOf(row, amount)
  const merchant = units(row.merchant_amount)
  if (units(row.amount_received) !== merchant + units(row.fee_amount) + units(row.network_fee)) return { row, verdict: 'DOES NOT ADD UP' }
  return { row, verdict: (await walletBalance(shop, row.blockchain)) === merchant ? ADDS_UP : 'THE WALLET HAS ANOTHER BALANCE' }
}

/** The on-chain balance of the merchant's new wallet, from the nodes. */
function walletBalance({ wallets }: DemoShop, blockchain: string): Promise<bigint> {
  const asset = payableAsset(blockchain)
  return balanceOf(stack.devnet.chains, asset, wallets[chainOf(asset)] ?? '')
}

/** Keeps everything running for exploration. */
async function untilStopped(): Promise<void> {
  log(`API          ${api}`)
  log(`Temporal UI  ${stack.devnet.temporal.ui}`)
  log('everything runs until Ctrl-C')
  await new Promise<never>(() => {})
}
