import { setTimeout as pause } from 'node:timers/promises'
import { type BitcoinNode, mineBitcoin } from './bitcoin-faucet.ts'
import { type Log, silent } from '../processes/running.ts'

/** A running miner. */
export type Miner = {
  /** Stops mining until `resume`; a block being mined is finished before this resolves. */
  readonly pause: () => Promise<void>
  readonly resume: () => void
  /** Like `pause`, for good. */
  readonly stop: () => Promise<void>
}

/**
 * Mines a block every so many seconds to the faucet's wallet, with the mempool's transactions.
 * It outlives the node: while the node does not answer it logs that once and tries again.
 */
export const startMiner = (node: BitcoinNode, pace: Pace): Miner => startMining(() => mineBitcoin(node, 1), pace)

/** How often a block is mined, and where failures are logged. */
type Pace = { readonly everySeconds: number; readonly log?: Log }

/** The same for any chain: `mine` mines one block. */
export function startMining(mine: () => Promise<unknown>, { everySeconds, log = silent }: Pace): Miner {
  let round: Round | undefined
  const halt = async () => {
    round?.abort.abort()
    await round?.done
    round = undefined
  }
  const resume = () => {
    round ??= startRound({ mine, everyMs: everySeconds * 1_000, log })
  }
  resume()
  return { pause: halt, resume, stop: halt }
}

type Round = { readonly abort: AbortController; readonly done: Promise<void> }

type Job = { readonly mine: () => Promise<unknown>; readonly everyMs: number; readonly log: Log }

function startRound(job: Job): Round {
  const abort = new AbortController()
  return { abort, done: mineUntil(abort.signal, job) }
}

async function mineUntil(signal: AbortSignal, { mine, everyMs, log }: Job): Promise<void> {
  let isFailing = false
  while (await isTime(everyMs, signal)) {
    const failure = await mine().then(
      () => undefined,
      (error: unknown) => String(error),
    )
    if (failure && !isFailing) log(`miner: no block for now, ${failure}`)
    isFailing = failure !== undefined
  }
}

/** True after the pause, false when the miner was stopped meanwhile. */
async function isTime(everyMs: number, signal: AbortSignal): Promise<boolean> {
  try {
    await pause(everyMs, undefined, { signal })
    return true
  } catch {
    return false
  }
}
