import { openSettlement } from '@gateway/chains/evm/escrow/test-settlement'
import { isEvmRail } from '@gateway/chains/evm/rail'
import type { FlushLog, OutcomeLog } from '@gateway/chains/rail/flush-log'
import type { Receipt } from '@gateway/chains/rail/chain-node'
import type { PlacedEscrow } from '../escrows/creation/commit-escrow.ts'
import { storeFeeEstimates } from '../custody/costs/fee-estimates.ts'
import { advanceHighWater } from '../custody/recovery/advance-high-water.ts'
import { advanceDue } from '../escrows/sweeps/advance-due.ts'
import { signDue } from './sign-forward.ts'
import { attemptsOf, type TestChain, THIRD_PARTY, tokens } from './test-chain.ts'
import { ADDRESS, openEscrow } from './test-escrows.ts'
import type { TestShop } from './test-shop.ts'

/** The amount of every escrow whose money a contract holds, 50 USDC. */
export const UNITS = 50_000_000n
/** Its fee when it is released. */
export const FEE = UNITS / 100n

const SECOND_MS = 1_000
const HOUR_MS = 60 * 60 * 1_000
const CONFIRMED = 12
const parties = {
  depositor_address: '0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1',
  beneficiary_address: '0xFFcf8FDEE72ac11b5c542428B35EEF5769C409f0',
}

/** The depositor's request to decide about an escrow. */
export const byToken = ({ id, token }: { id: string; token: string }) => ({ id, token, address: ADDRESS })

/** What the contract of an escrow and its factory log, by default in the transaction of a third party. */
export function logsOf({ address }: Pick<PlacedEscrow, 'address'>, txId: string = THIRD_PARTY) {
  const place = { txId, emitter: address.toLowerCase(), asset: 'USDC_ETH', token: null } as const
  const decided = (outcome: OutcomeLog['outcome'], exit: OutcomeLog['exit']): OutcomeLog[] => [
    { txId, logIndex: 100, address: address.toLowerCase(), outcome, exit },
  ]
  const paid = (
    logIndex: number,
    rest: Pick<Extract<FlushLog, { kind: 'flushed' }>, 'merchantUnits' | 'feeUnits' | 'pays'>,
  ): FlushLog[] => [{ kind: 'flushed', ref: `${txId}:${logIndex}`, logIndex, ...place, ...rest }]
  return {
    decided,
    released: (units = UNITS) => paid(101, { merchantUnits: units - FEE, feeUnits: FEE, pays: 'release' }),
    returned: (units = UNITS) => paid(102, { merchantUnits: units, feeUnits: 0n, pays: 'return' }),
  }
}

interface Logged {
  readonly flushes?: FlushLog[]
  readonly outcomes?: OutcomeLog[]
  readonly receipts?: Receipt[]
}
type Attempt = Awaited<ReturnType<typeof attemptsOf>>[number]

let transactions = 1

/** Where a test's escrows are. */
interface Place {
  readonly shop: TestShop
  readonly eth: TestChain
}

async function sign({ shop, eth }: Place, { id, address }: Pick<PlacedEscrow, 'id' | 'address'>) {
  await advanceDue(shop.ctx, { escrowId: id })
  await signDue(shop.signer, 'ETH')
  await advanceHighWater(shop.signer)
  await eth.send()
  const attempt = (await attemptsOf(shop.ctx)).at(-1)
  const rail = shop.ctx.rails.get('ETH')
  if (!attempt || !rail || !isEvmRail(rail)) throw new Error('nothing was signed')
  return { attempt, ...(await openSettlement(rail, attempt.raw, address)) }
}

/** The steps of escrows in USDC on Ethereum, for the current shop and chain of a test. */
export function contractEscrowsOf(at: () => Place) {
  /** Pays units into an escrow, and has them confirmed. */
  const pay = async ({ address }: Pick<PlacedEscrow, 'address'>, units: bigint): Promise<void> => {
    const { shop, eth } = at()
    shop.ctx.clock.advance(SECOND_MS)
    await eth.mine({ transfers: [tokens(address, units, { tx: ++transactions })] })
    await eth.mineEmpty(CONFIRMED)
  }
  /** Mines what happened, and lets it become final. */
  const happen = async (logged: Logged & { readonly attempts?: Attempt[] }): Promise<void> => {
    const { shop, eth } = at()
    shop.ctx.clock.advance(SECOND_MS)
    const { height } = await eth.mine(logged)
    await eth.mineEmpty(1, height)
  }
  return {
    pay,
    happen,
    /** An escrow whose contract holds so much. */
    open: async (units = UNITS, more: NonNullable<Parameters<typeof openEscrow>[1]> = {}) => {
      const { escrow, tokens: secrets } = await openEscrow(at().shop, { chain: 'USDC_ETH', amount: 50, ...parties, ...more })
      if (units > 0n) await pay(escrow, units)
      const { id, address } = escrow
      return { id, address, token: secrets.releaseToken }
    },
    /** Lets the workflow look and the signer sign. @returns the newest transaction, and what it asks of the factory. */
    sign: (escrow: Pick<PlacedEscrow, 'id' | 'address'>) => sign(at(), escrow),
    /** Mines our transaction with what it logs, and lets it become final. */
    settle: (attempt: Attempt, logged: Logged) => happen({ attempts: [attempt], ...logged }),
    /** Lets hours pass with a current price of gas. */
    pass: async (hours: number): Promise<void> => {
      const { shop, eth } = at()
      shop.ctx.clock.advance(hours * HOUR_MS)
      const fees = { family: 'account', baseFeeWei: 1_000_000_000n, priorityFeeWei: 1_000_000_000n } as const
      await storeFeeEstimates(shop.ctx.orm.em.fork(), eth.lease, { fees, at: shop.ctx.clock.now() })
      await eth.showMempool()
    },
  }
}
