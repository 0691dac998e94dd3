import { listRefusedNodes } from '@gateway/db/chainwatch/cursor-queries'
import { findLightningFunds } from '@gateway/db/lightning/funds-queries'
import { tables } from '@gateway/db/tables'
import type { ChainCode } from '@gateway/domain/money/asset'
import type { ApiContext } from '@gateway/operations/kernel/context'
import type { Route } from './route.ts'
import { withinTime } from './within-time.ts'

const CHECK_MS = 1_000
const ROLE_MS = 30_000
const CHAIN_MS = 60_000
/** The node is asked every half minute, and for some seconds while it is busy. */
const LIGHTNING_NODE_MS = 90_000

/** Checks that Temporal serves; rejects when it does not. */
export type WorkflowsCheck = () => Promise<unknown>

/** The lag of a scanner, and why its node is not listened to. `lag_blocks` is null before the chain was read. */
interface ChainCheck {
  readonly ok: boolean
  readonly lag_blocks: number | null
  readonly refused: string | null
}

/** The result of each readiness check. */
interface Checks {
  readonly database: boolean
  readonly workflows: boolean
  readonly signer: boolean
  readonly chains: Readonly<Record<string, ChainCheck>>
  /** Absent where no node was ever asked: Lightning is not served. */
  readonly lightning?: boolean
}

/** Liveness, which reads nothing, and readiness, which names the failing part. */
export function healthRoutes(api: Pick<ApiContext, 'orm' | 'clock' | 'rails'>, askWorkflows: WorkflowsCheck): Route[] {
  const look = shared(() => readChecks(api, askWorkflows))
  const get = { method: 'GET', cors: false, countedAs: 'health' } as const
  return [
    { ...get, path: '/health/live', answer: async () => ({ status: 200, body: JSON.stringify({ status: 'ok' }) }) },
    {
      ...get,
      path: '/health/ready',
      answer: async () => {
        const checks = await look()
        const { chains, ...parts } = checks
        const isReady = [...Object.values(parts), ...Object.values(chains).map((chain) => chain.ok)].every(Boolean)
        const headers = isReady ? {} : { 'Retry-After': '5' }
        return { status: isReady ? 200 : 503, headers, body: JSON.stringify({ status: isReady ? 'ok' : 'unavailable', checks }) }
      },
    },
  ]
}

/** Concurrent callers share one answer. */
function shared<T>(ask: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<T> | undefined
  return () => (underWay ??= ask().finally(() => (underWay = undefined)))
}

/** Every part is checked at once, with a timeout of one second. */
async function readChecks(api: Pick<ApiContext, 'orm' | 'clock' | 'rails'>, askWorkflows: WorkflowsCheck): Promise<Checks> {
  const [rows, workflows] = await Promise.all([
    withinTime(CHECK_MS, () => readRows(api)),
    withinTime(CHECK_MS, async () => {
      await askWorkflows()
      return true
    }),
  ])
  return {
    database: rows !== undefined,
    workflows: workflows ?? false,
    signer: rows?.signer ?? false,
    chains: Object.fromEntries([...api.rails.keys()].map((chain) => [chain, rows ? checkOf(rows, chain) : unread])),
    ...(rows?.lightning !== undefined && { lightning: rows.lightning }),
  }
}

const unread: ChainCheck = { ok: false, lag_blocks: null, refused: null }

/** What the rows say; a chain that was never read may have a node that is refused. */
interface Rows {
  readonly signer: boolean
  readonly chains: ReadonlyMap<ChainCode, Omit<ChainCheck, 'refused'>>
  readonly refused: ReadonlyMap<ChainCode, string>
  readonly lightning: boolean | undefined
}

function checkOf({ chains, refused }: Rows, chain: ChainCode): ChainCheck {
  const { ok, lag_blocks } = chains.get(chain) ?? unread
  const reason = refused.get(chain) ?? null
  return { ok: ok && reason === null, lag_blocks, refused: reason }
}

async function readRows(api: Pick<ApiContext, 'orm' | 'clock'>): Promise<Rows> {
  const em = api.orm.em.fork()
  const db = tables(em)
  const now = api.clock.now().getTime()
  const [heartbeats, recovery, cursors, refused, funds] = await Promise.all([
    db.selectFrom('role_heartbeat').select(['role', 'at']).where('role', 'in', ['signer', 'lightning']).execute(),
    db.selectFrom('recovery').select('id').where('recoveredAt', 'is', null).executeTakeFirst(),
    db.selectFrom('chain_cursor').select(['chain', 'height', 'headHeight', 'caughtUpAt', 'problem']).execute(),
    listRefusedNodes(em),
    findLightningFunds(em),
  ])
  const isRecent = (at: Date | null | undefined, withinMs: number): boolean =>
    at !== null && at !== undefined && now - at.getTime() <= withinMs
  const isRoleAlive = (role: string): boolean => isRecent(heartbeats.find((one) => one.role === role)?.at, ROLE_MS)
  const chains = cursors.map(({ chain, height, headHeight, caughtUpAt, problem }) => {
    const ok = problem === null && isRecent(caughtUpAt, CHAIN_MS)
    return [chain, { ok, lag_blocks: Math.max(0, headHeight - height) }] as const
  })
  // The signer of a restored database sends heartbeats but does not sign.
  const signer = recovery === undefined && isRoleAlive('signer')
  const lightning = funds && isRecent(funds.asOf, LIGHTNING_NODE_MS) && isRoleAlive('lightning')
  return { signer, chains: new Map(chains), refused: new Map(refused.map(({ chain, reason }) => [chain, reason])), lightning }
}
