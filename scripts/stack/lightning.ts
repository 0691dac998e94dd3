import type { BitcoinNode } from '@gateway/devnet/bitcoin/bitcoin-faucet'
import { LIGHTNING } from '@gateway/devnet/devnet'
import { findBinary, resolveBinary } from '@gateway/devnet/downloads/resolve'
import { type RunningLightning, startLightning } from '@gateway/devnet/lightning/lightning'
import type { Log } from '@gateway/devnet/processes/running'
import { messageOf } from '@gateway/domain/kernel/error'
import { join } from 'node:path'
import type { LightningPlace } from './lightning-settings.ts'

/** How far Lightning has come; `none` where nothing will start it, `failed` after an error that the log names. */
export type LightningProgress = 'none' | 'being built' | 'starting' | 'ready' | 'failed'

/** Lightning of a stack, which may come later than everything else. */
export interface StackLightning {
  progress(): LightningProgress
  /** Resolves with the node once it runs; undefined when it will not. Never rejects. */
  readonly running: Promise<LightningPlace | undefined>
  /** Ends a build too. */
  stop(): Promise<void>
}

/** No Lightning. */
export const noLightning: StackLightning = { progress: () => 'none', running: Promise.resolve(undefined), stop: async () => undefined }

/** True when LND is on this machine: then it starts in seconds, else it is built for minutes. */
export const hasLnd = async (): Promise<boolean> => (await findBinary('lnd')) !== undefined

/** Builds LND where it is missing, and starts both nodes; nobody has to wait for it. */
export function beginLightning({ bitcoin, dataDir, log }: { bitcoin: BitcoinNode; dataDir: string; log: Log }): StackLightning {
  const stopping = new AbortController()
  let progress: LightningProgress = 'being built'
  const start = async (): Promise<RunningLightning> => {
    await resolveBinary('lnd', { log, signal: stopping.signal })
    progress = 'starting'
    const lightning = await startLightning({ bitcoin, dataDir: join(dataDir, LIGHTNING), log })
    progress = 'ready'
    return lightning
  }
  const starting = start().catch((error: unknown) => {
    progress = 'failed'
    if (!stopping.signal.aborted) log(`Lightning is not served: ${messageOf(error)}`)
    return undefined
  })
  return {
    progress: () => progress,
    running: starting.then((lightning) => lightning && placeOf(lightning)),
    stop: async () => {
      stopping.abort()
      await (await starting)?.stop()
    },
  }
}

const placeOf = ({ gateway, macaroons }: RunningLightning): LightningPlace => ({
  socket: gateway.socket,
  certificateFile: gateway.certificateFile,
  macaroons,
})
