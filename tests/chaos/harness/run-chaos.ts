import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FlakyReceiver, startFlakyReceiver } from '../../support/flaky-receiver.ts'
import { loginAs } from '@gateway/db/roles'
import { usdcOf } from '@gateway/scripts/stack/chain-contracts'
import type { BuiltPrograms } from '@gateway/scripts/stack/programs'
import type { Case, CaseLightning, CaseNode } from '../oracle/case.ts'
import { auditRun } from './audit-run.ts'
import { type Chain, chainOf, eachChain, factsOf } from './chains.ts'
import { carryOut, type Harm } from './carry-out.ts'
import { startCustomer } from './customer.ts'
import { type Gated, startGated } from './gateway.ts'
import type { Ground } from './ground.ts'
import { openJournal } from './journal.ts'
import { judge, startWatcher, type Verdict } from './judge.ts'
import type { Plan } from './plan.ts'
import { type Servers, startServers } from './servers.ts'
import { type Patience, settle, usualPatience } from './settle.ts'
import { openShops, type Shops } from './shops.ts'
import type { LiveLightning } from './lightning-nodes.ts'
import { liveCards } from './live-cards.ts'
import { liveEscrows } from './live-escrow.ts'
import { liveInvoices } from './live-invoices.ts'
import { openLightningShop } from './lightning-shop.ts'
import { liveSends } from './live-sends.ts'
import { type LivedSeries, liveSeries } from './live-series.ts'
import { showInvoices } from './show-invoices.ts'
import { type Market, type Placed, work } from './workload.ts'

/** The outcome of a run. */
export interface Outcome extends Verdict {
  readonly kills: number
  readonly harm: Harm
  /** The folder of logs; deleted after a passed run. */
  readonly folder: string
}

/** Options of a run. */
export interface Surround {
  readonly show: (line: string) => void
  /** Called with the case while everything is still running. */
  readonly examine?: ((judged: Case, folder: string) => Promise<void>) | undefined
  /** Interrupts the run. */
  readonly interrupted?: AbortSignal | undefined
  /** Longer than the default on a shared machine. */
  readonly patience?: Patience | undefined
  /** Programs that were built before; they are built for the run otherwise. */
  readonly built?: BuiltPrograms | undefined
}

/**
 * Starts a gateway with its servers, executes the plan, waits until it settles, and judges it.
 *
 * @throws {Error} when it is interrupted, after ending all started parts.
 */
export async function runChaos(plan: Plan, { show, examine, interrupted, patience = usualPatience, built }: Surround): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'gateway-chaos-'))
  // Root's Postgres runs as another user.
  chmodSync(folder, 0o755)
  const ground: Ground = { folder, journal: openJournal(join(folder, 'journal.jsonl'), show), ends: [], built }
  let outcome: Outcome | undefined
  try {
    outcome = await Promise.race([runOn(ground, plan, { examine, patience }), rejectedBy(interrupted, folder)])
    return outcome
  } finally {
    for (const end of ground.ends.toReversed()) await end()
    if (outcome?.passed) rmSync(folder, { recursive: true, force: true })
  }
}

function rejectedBy(signal: AbortSignal | undefined, folder: string): Promise<never> {
  const interruption = new Error(`interrupted; logs in ${folder}`)
  return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(interruption)))
}

async function runOn(
  ground: Ground,
  plan: Plan,
  { examine, patience }: Pick<Surround, 'examine'> & { patience: Patience },
): Promise<Outcome> {
  const { folder, journal, ends } = ground
  const servers = await startServers(ground, { hasLightning: plan.sends > 0 })
  const gated = await startGated(servers, ground)
  const receiver = await startFlakyReceiver()
  ends.push(() => receiver.goAway())
  const { api } = gated.gateway
  const { databaseUrl } = gated.around
  const { payments, cards: cardCount, invoices: invoiceCount, sends: sendCount } = plan
  const numbers = { payments, cards: cardCount, invoices: invoiceCount, sends: sendCount }
  const shops = await openShops(api, { servers, databaseUrl, webhookUrl: receiver.url, ...numbers })
  const lightning = servers.lightning && (await openLightningShop(api, { shop: shops.lightning(), live: servers.lightning }))
  const customer = startCustomer(servers, journal)
  const watcherLog = join(folder, 'watcher.jsonl')
  writeFileSync(watcherLog, '')
  const watcher = await startWatcher({ dataDir: folder, databaseUrl: loginAs('audit', gated.around.databaseUrl), file: watcherLog })
  ends.push(() => watcher.stop())
  const { seed, escrows: escrowCount, series: seriesCount, kills } = plan
  journal.note('everything is up', { seed, payments, escrowCount, seriesCount, cardCount, invoiceCount, sendCount, kills })
  const market: Market = { api, shops, lightning, customer, servers, around: gated.around, stripe: gated.stripe, journal, unanswered: 0 }
  const [harm, placed, escrows, lived, cards, livedInvoices, sends] = await Promise.all([
    carryOut({ servers, gated, receiver, journal }, plan.faults),
    work(market, plan.orders),
    liveEscrows(market, plan.escrowOrders),
    liveSeries(market, plan.seriesOrders),
    liveCards(market, plan.cardOrders),
    liveInvoices(market, plan.invoiceOrders),
    liveSends(market, plan.sendOrders),
  ])
  await settle(
    { databaseUrl: gated.around.databaseUrl, servers, stripe: gated.stripe, journal, patience },
    { placed, invoices: livedInvoices, sends },
  )
  const invoices = await showInvoices(market, livedInvoices)
  await Promise.all([customer.stop(), watcher.stop()])
  const stripeLog = join(folder, 'stripe.json')
  writeFileSync(stripeLog, JSON.stringify(await gated.stripe.control.do('readLog'), null, 2))
  const calm = plan.kills === 0
  const judged = caseOf({
    folder,
    servers,
    gated,
    shops,
    market,
    placed,
    escrows,
    lived,
    cards,
    invoices,
    sends,
    receiver,
    watcherLog,
    stripeLog,
    calm,
  })
  const file = join(folder, 'case.json')
  writeFileSync(file, JSON.stringify(judged, null, 2))
  const verdict = bothOf(await judge(file), await auditRun(judged))
  await examine?.(judged, folder)
  return { ...verdict, kills: harm.kill, harm, folder }
}

/** The verdicts of the oracle and of the product's own programs; a run passes when both find no violation. */
const bothOf = (oracle: Verdict, own: Verdict): Verdict => ({
  passed: oracle.passed && own.passed,
  said: `${oracle.said}\n${own.said}\n`,
  findings: [...oracle.findings, ...own.findings],
})

interface Gathered {
  readonly folder: string
  readonly servers: Servers
  readonly gated: Gated
  readonly shops: Shops
  readonly market: Market
  readonly placed: readonly Placed[]
  readonly escrows: Case['escrows']
  readonly lived: readonly LivedSeries[]
  readonly cards: Case['cards']
  readonly invoices: Case['invoices']
  readonly sends: CaseLightning['sends']
  readonly receiver: FlakyReceiver
  readonly watcherLog: string
  readonly stripeLog: string
  readonly calm: boolean
}

/** Writes the case for the oracle, with the receiver's log. */
function caseOf({ folder, servers, gated, shops, market, placed, escrows, lived, sends, receiver, ...rest }: Gathered): Case {
  const receiverLog = join(folder, 'receiver.jsonl')
  writeFileSync(receiverLog, [...receiver.absences, ...receiver.attempts].map((line) => `${JSON.stringify(line)}\n`).join(''))
  const { around } = gated
  return {
    databaseUrl: loginAs('audit', around.databaseUrl),
    nodes: eachChain((chain) => nodeFor(chain, { servers, gated })),
    platform: around.platformAddresses,
    shops: shops.all.map(({ businessId, secret, wallets }) => ({ businessId, secret, wallets })),
    orders: placed.map(({ order, shop, payment, sentUnits, unsupportedUnits, returnTo }) => ({
      n: order.n,
      id: payment.id,
      businessId: shop.businessId,
      asset: order.asset,
      address: payment.payment_address,
      payee: shop.wallets[chainOf(order.asset)],
      behaviour: order.behaviour,
      sentUnits: String(sentUnits),
      unsupportedUnits: String(unsupportedUnits),
      ...(returnTo !== undefined && { returnTo }),
    })),
    escrows: [...escrows, ...lived.flatMap(({ paid }) => paid)],
    series: lived.map(({ series }) => series),
    ...rest,
    ...(servers.lightning && { lightning: lightningOf(servers.lightning.records, sends) }),
    unanswered: market.unanswered,
    receiverLog,
  }
}

const lightningOf = (records: LiveLightning['records'], sends: CaseLightning['sends']): CaseLightning => ({
  own: records.lightning,
  other: records['lightning-other'],
  sends,
})

function nodeFor(chain: Chain, { servers, gated }: Pick<Gathered, 'servers' | 'gated'>): CaseNode {
  const { rpc } = servers.nodes[chain]
  if (!factsOf(chain).hasTokens) return { rpc }
  return { rpc, usdc: usdcOf(chain), gasPayer: gated.gateway.custody.gasPayerAddresses[chain] ?? '' }
}
