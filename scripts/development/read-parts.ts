import { type DevnetChain, driverOf, folderOf } from '@gateway/devnet/chains'
import { withinTime } from '@gateway/api/http/within-time'
import type { StartStatus } from '@gateway/api/development/start-status'
import { LIGHTNING } from '@gateway/devnet/devnet'
import { isAlive } from '@gateway/devnet/processes/is-alive'
import { openFolder } from '@gateway/devnet/processes/open-folder'
import { join } from 'node:path'
import { z } from 'zod'
import { chainsOf, eachNode } from '../stack/each-chain.ts'
import type { LightningProgress } from '../stack/lightning.ts'
import type { Part } from '../stack/programs.ts'
import type { DevSources } from './dev-sources.ts'
import { shownFolder } from './start-options.ts'

const PROBE_MS = 1_500
const MANY_BLOCKS = 5

/** The answer of the readiness check, 503 included. */
const Health = z.object({
  checks: z.object({
    database: z.boolean(),
    workflows: z.boolean(),
    signer: z.boolean(),
    chains: z.record(z.string(), z.object({ lag_blocks: z.number().nullable() })),
  }),
})

/** What the probes found; undefined where nothing answered. */
interface Probed {
  readonly health: z.output<typeof Health>['checks'] | undefined
  readonly heights: ReadonlyMap<DevnetChain, number | undefined>
  readonly processor: boolean | undefined
  readonly isRunning: (part: Part) => boolean
}

type ShownPart = StartStatus['parts'][number]
/** A part before it has a name for its log; what runs within this process has none of its own. */
type Row = Pick<ShownPart, 'id' | 'name' | 'place' | 'isWell' | 'at'> & { readonly missed: string; readonly log?: string }

/** The state of every part of the stack, by asking each. `last` keeps heights that were read before. */
export async function readParts(sources: DevSources, last: Map<string, string>): Promise<ShownPart[]> {
  const { stack } = sources
  const chains = chainsOf(stack.devnet.chains)
  const reading = eachNode(stack.devnet.chains, (node, chain) => withinTime(PROBE_MS, () => driverOf(chain).height(node)))
  const [health, processor, ...read] = await Promise.all([
    withinTime(PROBE_MS, async () => Health.parse(await (await fetch(`${stack.gateway.api}/health/ready`)).json()).checks),
    // Any answer of its will do.
    withinTime(PROBE_MS, async () => (await fetch(stack.stripe.url)).status > 0),
    ...chains.map((chain) => reading[chain]),
  ])
  const heights = new Map(chains.map((chain, at) => [chain, read[at]]))
  const isRunning = (part: Part): boolean => isAlive(stack.gateway.pid(part) ?? 0)
  const probed = { health, heights, processor, isRunning }
  return [...ownParts(sources, probed), ...servers(sources, probed)].map(({ missed, log, ...part }) => {
    const at = part.isWell ? part.at : (last.get(part.id) ?? part.at)
    if (part.isWell) last.set(part.id, part.at)
    return { ...part, at, without: `${missed} until it is back.${log === undefined ? '' : ` Its log is ${shownFolder(log)}.`}` }
  })
}

/** The gateway's own processes. */
function ownParts({ stack, options }: DevSources, { health, isRunning }: Probed): Row[] {
  const log = (part: Part): string => join(options.dataDir, part, `${part}.log`)
  const behind = Math.max(0, ...Object.values(health?.chains ?? {}).map(({ lag_blocks: lag }) => lag ?? 0))
  return [
    {
      id: 'api',
      name: 'API',
      place: new URL(stack.gateway.api).host,
      isWell: isRunning('api'),
      at: 'Ready',
      missed: 'Nothing works',
      log: log('api'),
    },
    {
      id: 'worker',
      name: 'Worker',
      place: 'reads chains, moves payments on, sends webhooks',
      isWell: isRunning('worker'),
      at: behind > MANY_BLOCKS ? `${behind} blocks behind` : 'Ready',
      missed: 'Deposits are not seen and webhooks are not sent',
      log: log('worker'),
    },
    {
      id: 'signer',
      name: 'Signer',
      place: 'holds the seed, no listener',
      isWell: isRunning('signer') && health?.signer !== false,
      at: 'Ready',
      missed: 'Payments are not forwarded',
      log: log('signer'),
    },
  ]
}

/** The servers of the devnet. Database and workflows are known from the API, which needs them. */
function servers(
  { stack: { devnet, stripe, lightning }, options: { dataDir } }: DevSources,
  { health, heights, processor, isRunning }: Probed,
): Row[] {
  return [
    {
      id: 'postgres',
      name: 'PostgreSQL',
      place: new URL(devnet.postgres.url).host,
      isWell: health?.database !== false,
      at: 'Ready',
      missed: 'Nothing works',
      log: join(openFolder(join(dataDir, 'postgres')), 'postgres.log'),
    },
    {
      id: 'temporal',
      name: 'Temporal',
      place: devnet.temporal.address,
      isWell: health?.workflows !== false,
      at: 'Ready',
      missed: 'Payments do not move on',
      log: join(dataDir, 'temporal/temporal.log'),
    },
    {
      id: 'card-processor',
      name: 'Card processor',
      place: `${new URL(stripe.url).host}, a double of Stripe`,
      isWell: processor === true,
      at: 'Ready',
      missed: 'Cards are neither charged nor refunded',
    },
    ...lightningPart(lightning.progress(), { dataDir, isPaying: isRunning('ln-pay') }),
    ...chainsOf(devnet.chains).map((chain) => nodePart(chain, { height: heights.get(chain), dataDir })),
  ]
}

function lightningPart(progress: LightningProgress, { dataDir, isPaying }: { dataDir: string; isPaying: boolean }): Row[] {
  if (progress === 'none') return []
  const isWell = progress === 'ready' && isPaying
  return [
    {
      id: 'lightning',
      name: 'Lightning',
      place: 'two LND nodes with a channel',
      isWell,
      at: isWell ? 'Ready' : progress === 'ready' ? 'Starting' : sentenceOf(progress),
      missed: progress === 'being built' ? 'LND is being built, once, and Lightning is not served' : 'Lightning is not served',
      log: join(dataDir, LIGHTNING, 'gateway/lnd.log'),
    },
  ]
}

const sentenceOf = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

function nodePart(chain: DevnetChain, { height, dataDir }: { height: number | undefined; dataDir: string }): Row {
  const { name, program, log, blockSeconds } = driverOf(chain)
  return {
    id: name.toLowerCase().replaceAll(' ', '-'),
    name,
    place: `${program}, a block every ${blockSeconds} s`,
    isWell: height !== undefined,
    at: blockOf(height),
    missed: `Payments on ${name} are not seen`,
    log: join(dataDir, folderOf(chain), log),
  }
}

const blockOf = (height: number | undefined): string => (height === undefined ? 'never read' : `Block ${height.toLocaleString('en')}`)
