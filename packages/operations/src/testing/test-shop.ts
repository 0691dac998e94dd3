import { CreateBusinessInput } from '@gateway/contract/businesses'
import { CreatePaymentInput } from '@gateway/contract/payment-inputs'
import type { Rails } from '@gateway/chains/registry'
import type { UnpinnedPage } from '@gateway/db/custody/pins/pin-queries'
import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import { tables } from '@gateway/db/tables'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { defaultFeeCaps, defaultForwarding } from '@gateway/domain/custody/rules'
import type { BusinessId } from '@gateway/domain/kernel/id'
import type { ChainCode } from '@gateway/domain/money/asset'
import type { Payment } from '@gateway/domain/payments/payment'
import { countedIds } from '@gateway/testing/ids'
import { runFolder } from '@gateway/testing/run-folder'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { createBusiness } from '../businesses/create-business.ts'
import type { ApiContext } from '../kernel/context.ts'
import { guardDatabase } from '../custody/recovery/guard-database.ts'
import { signPoolAddress } from '../custody/address-pool/pool-signature.ts'
import { pinEscrows } from '../custody/pins/pin-escrows.ts'
import { MAX_TERMS_PER_RUN, type Pinned, pinTerms } from '../custody/pins/pin-terms.ts'
import { textOfPublicKey } from '../custody/keys/public-key-file.ts'
import { openHighWaterFile, type HighWaterFile } from '../custody/recovery/high-water-file.ts'
import type { SignerContext } from '../custody/signer-context.ts'
import { openSignerKeys } from '../custody/keys/signer-keys.ts'
import { decidingRoles } from '../custody/policy/decision-log.ts'
import { findAlteredDecisions, findMissingDecisions } from '../custody/policy/verify-decision-log.ts'
import { batched } from '../kernel/batch-calls.ts'
import { findViolations } from '../invariants/find-violations.ts'
import type { Difference } from '../payments/replay/compare-payment.ts'
import { createPayment } from '../payments/creation/create-payment.ts'
import { replayPayments } from '../payments/replay/replay-payments.ts'
import { storeMerchant, type TestApiContext, testApiContext } from './test-context.ts'
import { wrongSignatures } from './test-signatures.ts'

/** Addresses of the merchant and the platform in tests. */
export const wallets = {
  merchant: {
    BTC: 'bcrt1qdavt4j2sd7dlhqsavtnfxvzppw6k7qy97tmnu9',
    ETH: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  },
  platform: {
    BTC: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
    ETH: '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  },
} as const

/** The same on Solana, for shops that serve it. */
export const solanaWallets = {
  merchant: '5vftMkHL72JaJG6ExQfGAsT2uGVHpRR7oTNUPMs68Y2N',
  platform: 'J2xccRtuG43drESLYznHhLhQkLTdfepcKYbiQ9BsJVaf',
} as const

const platformAddresses = { BTC: [wallets.platform.BTC], ETH: [wallets.platform.ETH], SOL: [solanaWallets.platform] }

/** A merchant with one business and a filled address pool, alone on its database. */
export interface TestShop {
  readonly ctx: TestApiContext
  readonly signer: SignerContext
  readonly actor: Actor
  readonly businessId: BusinessId
  /** Creates a payment, in US dollars by default. */
  ask(terms: Readonly<Record<string, unknown>>): Promise<Payment>
  read(id: string): Promise<PaymentEntity>
  /** Names of a payment's events, in sequence order. */
  events(id: string): Promise<string[]>
  /** Ledger balances other than zero, by asset and account. */
  book(): Promise<Record<string, bigint>>
  /** Address that pays gas on Ethereum. */
  readonly gasPayer: string
  /** Violated invariants; there should be none. */
  untrue(): Promise<string[]>
}

const GWEI = 1_000_000_000n
/** Fee limits of a test's signer. */
const signerLimits = {
  gasCaps: { ETH: { maxFeePerGas: 300n * GWEI, maxPriorityFeePerGas: 5n * GWEI } },
  feeRateCaps: { BTC: 500_000n },
  feeCaps: defaultFeeCaps,
  velocityFloors: { hourCents: 100_000_000n, dayCents: 500_000_000n },
  flushesPerDay: defaultForwarding.flushesPerDay,
  returnHoldMs: 48 * 60 * 60 * 1_000,
}

/** Opens a shop; `changes` replace parts of its context, and with `database` it has a fresh database that no test has used. */
export async function openShop(
  changes: Partial<ApiContext> = {},
  pool = 30,
  database?: Parameters<typeof testApiContext>[1],
): Promise<TestShop> {
  const base = await testApiContext({ ids: countedIds(), ...changes }, database)
  const keys = keysFor(base.rails)
  const custody = {
    deploymentId: 'test',
    poolPublicKey: keys.poolPublicKey,
    platformAddresses,
    deciderAddresses: { ETH: keys.deciderAddress('ETH') },
  }
  const seen = new Date(0)
  // Like the signer: one check of all payout terms since its last.
  const pinned = batched({
    most: MAX_TERMS_PER_RUN,
    work: async (_orm, commitIds: readonly string[]) => {
      await pinTerms(signer, { since: seen })
      await pinAnswered(signer, { since: seen })
      return commitIds.map(() => 'pinned' as const)
    },
  })
  const ctx: TestApiContext = { ...base, custody, awaitPin: changes.awaitPin ?? ((payoutTermsId) => pinned(base.orm, payoutTermsId)) }
  const signer = signerOf(ctx, keys)
  await guardDatabase(signer)
  await fillPool(signer, pool)
  const actor = await storeMerchant(ctx)
  const terms = CreateBusinessInput.parse({
    name: 'Shop',
    wallet_addresses: { ...wallets.merchant, ...(base.rails.has('SOL') && { SOL: solanaWallets.merchant }) },
    webhook_url: 'https://shop.example/hook',
    webhook_events: ['*'],
  })
  const { facts } = await createBusiness(ctx, { actor, terms })
  const gasPayer = keys.gasPayerAddress('ETH')
  return { ctx, signer, gasPayer, actor, businessId: facts.business.id, ...views(ctx, { actor, businessId: facts.business.id }) }
}

/** Creates a further business, without a wallet, for a merchant. */
export const openBusiness = (ctx: ApiContext, actor: Actor) =>
  createBusiness(ctx, { actor, terms: CreateBusinessInput.parse({ name: 'Shop' }) })

/** Pins escrows once the reader of their chain has said that their payees are wallets, which is all that chains of these tests know. */
async function pinAnswered(signer: SignerContext, page: UnpinnedPage): Promise<Pinned> {
  const pinned = await pinEscrows(signer, page)
  if (pinned.waiting?.length === 0) return pinned
  await answerWallets(signer)
  return pinEscrows(signer, page)
}

/** Answers every question about an address: it is a wallet. */
async function answerWallets({ orm, clock }: Pick<ApiContext, 'orm' | 'clock'>): Promise<void> {
  await tables(orm.em.fork()).updateTable('address_question').set({ use: 'wallet', answeredAt: clock.now() }).execute()
}

const opened = new Map<string, SignerContext['keys']>()

/** The test seed's keys of these chains; derived once for all shops of the process: that is much of the work of opening one. */
function keysFor(rails: Rails): SignerContext['keys'] {
  const name = [...rails].map(([chain, { network }]) => `${chain} ${network}`).join()
  const keys = opened.get(name) ?? openSignerKeys({ entropy: Buffer.alloc(32, 7), rails, generation: 0 })
  opened.set(name, keys)
  return keys
}

/** The high-water file of a signer whose seed was generated on its own machine. */
function drawnHere(keys: SignerContext['keys']): HighWaterFile {
  const sequence = openHighWaterFile(join(runFolder(), `sequence-${randomUUID()}`))
  sequence.recordDrawn(textOfPublicKey(keys.poolPublicKey))
  return sequence
}

/** The signer of a shop's payments, within the test's process. */
const signerOf = (ctx: TestApiContext, keys: SignerContext['keys']): SignerContext => ({
  ...ctx,
  keys,
  generation: 0,
  deploymentId: 'test',
  ...signerLimits,
  sequence: drawnHere(keys),
  isPausedByFile: () => false,
  platformAddresses,
  sealedNetworks: new Map([...ctx.rails].map(([chain, { network }]) => [chain, network])),
  endProcess: () => {
    throw new Error('the signer ends')
  },
})

function views(ctx: TestApiContext, { actor, businessId }: { actor: Actor; businessId: BusinessId }) {
  const db = () => tables(ctx.orm.em.fork())
  return {
    async ask(terms: Readonly<Record<string, unknown>>) {
      const input = CreatePaymentInput.parse({ business_id: businessId, ...terms })
      return (await createPayment(ctx, { actor, terms: input })).facts.payment
    },
    read: (id: string) => db().selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirstOrThrow() as Promise<PaymentEntity>,
    async events(id: string) {
      const rows = await db().selectFrom('event').select('type').where('objectId', '=', id).orderBy('sequence').execute()
      return rows.map((row) => row.type)
    },
    async book() {
      const rows = await db().selectFrom('account').select(['asset', 'code', 'bal']).orderBy('asset').orderBy('code').execute()
      return Object.fromEntries(rows.filter((row) => row.bal !== 0n).map((row) => [`${row.asset} ${row.code}`, row.bal]))
    },
    async untrue() {
      const broken = await findViolations(ctx.orm.em.fork())
      return broken.map(({ id, sentence, hits }) => `${id} ${sentence}: ${JSON.stringify(hits)}`)
    },
  }
}

/** Closes a shop, and fails when anything that is always true of its book, its signer's decisions or its signatures is not, or a payment cannot be replayed. */
export async function closeShop({ ctx, signer, untrue }: TestShop): Promise<void> {
  const sentences = await untrue()
  const tell = (difference: Difference) => void sentences.push(`I14 replay differs: ${JSON.stringify(difference)}`)
  await replayPayments({ orm: ctx.orm, tell })
  const em = ctx.orm.em.fork()
  for (const role of decidingRoles) {
    const decisions = [...(await findMissingDecisions(em, { role })), ...(await findAlteredDecisions(em, { role, keys: signer.keys }))]
    for (const { problem, place } of decisions) sentences.push(`decisions of the ${role}: ${problem} at ${place}`)
  }
  sentences.push(...(await wrongSignatures(ctx)))
  await ctx.close()
  if (sentences.length > 0) throw new Error(sentences.join('\n'))
}

/** Adds freshly signed addresses to the pool of every chain that has one. */
async function fillPool({ deploymentId, keys, rails, orm }: SignerContext, count: number): Promise<void> {
  const pools = [...rails.values()].filter(({ addressing }) => addressing === 'pool')
  const rows = pools.flatMap(({ chain, network }) =>
    Array.from({ length: count }, (_, idx) => {
      const row = { chain, generation: 0, idx, address: addressAt(keys, chain, idx) }
      return { ...row, sig: signPoolAddress({ ...row, deploymentId, network }, keys.poolKey), claimedBy: null }
    }),
  )
  if (rows.length === 0) return
  await tables(orm.em.fork()).insertInto('address_pool').values(rows).execute()
}

const derived = new WeakMap<SignerContext['keys'], Map<string, string>>()

/** A pool address of the test seed, derived once. */
function addressAt(keys: SignerContext['keys'], chain: ChainCode, idx: number): string {
  const known = derived.get(keys) ?? new Map<string, string>()
  derived.set(keys, known)
  const name = `${chain} ${idx}`
  const address = known.get(name) ?? keys.depositAddress(chain, { generation: 0, idx })
  known.set(name, address)
  return address
}
