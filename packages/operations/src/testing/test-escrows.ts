import { CreateEscrowInput } from '@gateway/contract/escrow-inputs'
import { findEscrow } from '@gateway/db/escrows/queries'
import { tables } from '@gateway/db/tables'
import type { EscrowEntity } from '@gateway/db/escrows/escrow.entity'
import type { Actor } from '@gateway/domain/accounts/merchant'
import type { CreatedEscrow, PlacedEscrow } from '../escrows/creation/commit-escrow.ts'
import { createEscrow } from '../escrows/creation/create-escrow.ts'
import { advanceDue } from '../escrows/sweeps/advance-due.ts'
import type { Transfer } from '@gateway/chains/rail/transfer'
import { storeFeeEstimates } from '../custody/costs/fee-estimates.ts'
import type { TestChain } from './test-chain.ts'
import { attemptsOf, output } from './test-chain.ts'
import type { TestShop } from './test-shop.ts'
import { advanceHighWater } from '../custody/recovery/advance-high-water.ts'
import { signDue } from './sign-forward.ts'

/** The parties of every test escrow. */
const parties = {
  depositor: 'bcrt1qq5zs2pg9q5zs2pg9q5zs2pg9q5zs2pg9ajutfp',
  beneficiary: 'bcrt1qdavt4j2sd7dlhqsavtnfxvzppw6k7qy97tmnu9',
} as const

/** The amount of every test escrow, 0.01 BTC. */
export const AMOUNT = 1_000_000n
/** The IP address that the parties of test escrows call from. */
export const ADDRESS = '203.0.113.7'

/** Creates an escrow in BTC; without an actor it belongs to nobody. */
export const openEscrow = (
  { ctx }: Pick<TestShop, 'ctx'>,
  { actor, ...terms }: { actor?: Actor } & Readonly<Record<string, unknown>> = {},
): Promise<CreatedEscrow<PlacedEscrow>> =>
  createEscrow(ctx, {
    actor,
    address: ADDRESS,
    terms: CreateEscrowInput.parse({
      chain: 'BTC',
      amount: 0.01,
      depositor_address: parties.depositor,
      beneficiary_address: parties.beneficiary,
      ...terms,
    }),
  })

/** The row of an escrow as it is now. */
async function readEscrow({ ctx }: Pick<TestShop, 'ctx'>, id: string): Promise<EscrowEntity> {
  const found = await findEscrow(ctx.orm.em.fork(), { id })
  if (!found) throw new Error('no such escrow')
  return found
}

let transactions = 1_000
const HOUR_MS = 60 * 60 * 1_000

/** Where a test's escrows are. */
interface Place {
  readonly shop: TestShop
  readonly btc: TestChain
}

async function payOutAll({ shop, btc }: Place, ids: readonly string[]): Promise<void> {
  for (const escrowId of ids) await advanceDue(shop.ctx, { escrowId })
  await signDue(shop.signer)
  await advanceHighWater(shop.signer)
  await btc.send()
  const attempts = (await attemptsOf(shop.ctx)).filter(({ state }) => state === 'broadcast')
  await btc.mine({ attempts })
  await btc.mineEmpty(6)
}

async function payoutsOf({ ctx }: Pick<TestShop, 'ctx'>, escrowId: string) {
  const shown = ['purpose', 'state', 'holdReason', 'merchantUnits', 'feeUnits', 'networkFeeUnits', 'excessUnits'] as const
  const rows = tables(ctx.orm.em.fork()).selectFrom('spend_intent').select(shown).where('ref', '=', escrowId)
  return rows.orderBy('createdAt').orderBy('purpose', 'desc').execute()
}

/** The steps of an escrow, for the current shop and chain of a test. */
export function escrowsOf(at: () => Place) {
  const read = (id: string) => readEscrow(at().shop, id)
  return {
    read,
    /** Pays into an escrow and buries the deposit under as many blocks as make it final. @returns the row. */
    fund: async ({ id, address }: Pick<EscrowEntity, 'id' | 'address'>, units = AMOUNT): Promise<EscrowEntity> => {
      const { btc } = at()
      if (address === null) throw new Error('the escrow has no address yet')
      await btc.mine({ transfers: [output(address, units, { tx: ++transactions })] })
      await btc.mineEmpty(5)
      return read(id)
    },
    /** Lets the workflow look, the signer sign, the network confirm. */
    payOut: async (id: string): Promise<EscrowEntity> => {
      await payOutAll(at(), [id])
      return read(id)
    },
    payOutAll: (ids: readonly string[]): Promise<void> => payOutAll(at(), ids),
    /** Lets hours pass: the chain is read on, and block space is priced again. */
    pass: async (hours: number, mempool: readonly Transfer[] = []): Promise<void> => {
      const { shop, btc } = at()
      shop.ctx.clock.advance(hours * HOUR_MS)
      const fees = { family: 'utxo', milliSatsPerVbyte: 2_000n } as const
      await storeFeeEstimates(shop.ctx.orm.em.fork(), btc.lease, { fees, at: shop.ctx.clock.now() })
      await btc.showMempool(mempool)
    },
    /** The history of an escrow as who did what, in order. */
    history: async (escrowId: string): Promise<string[]> => {
      const db = tables(at().shop.ctx.orm.em.fork())
      const rows = await db.selectFrom('escrow_event').selectAll().where('escrowId', '=', escrowId).orderBy('n').execute()
      return rows.map(({ eventType, actor }) => `${actor}: ${eventType}`)
    },
    /** What every payout of an escrow paid, and why one waits; of those planned at one instant, the excess is last. */
    payouts: (escrowId: string) => payoutsOf(at().shop, escrowId),
  }
}
