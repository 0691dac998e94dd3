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
export function startMiner(node: BitcoinNode, { everySeconds, log = silent }: { everySeconds: number; log?: Log }): Miner {
  let round: Round | undefined
  const halt = async () => {
    round?.abort.abort()
    await round?.done
    round = undefined
  }
  const resume = () => {
    round ??= startRound({ node, everyMs: everySeconds * 1_000, log })
  }
  resume()
  return { pause: halt, resume, stop: halt }
}

type Round = { readonly abort: AbortController; readonly done: Promise<void> }

function startRound(job: { node: BitcoinNode; everyMs: number; log: Log }): Round {
  const abort = new AbortController()
  return { abort, done: mineUntil(abort.signal, job) }
}

async function mineUntil(signal: AbortSignal, { node, everyMs, log }: { node: BitcoinNode; everyMs: number; log: Log }): Promise<void> {
  let isFailing = false
  while (await isTime(everyMs, signal)) {
    const failure = await mineBitcoin(node, 1).then(
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
