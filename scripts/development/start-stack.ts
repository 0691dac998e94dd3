import type { Log } from '@gateway/devnet/processes/running'
import { messageOf } from '@gateway/domain/kernel/error'
import { type ServedStack, startServedStack } from '../stack/devstack.ts'
import { explainFailure } from './explain-failure.ts'
import { settleChains } from './kept-chains.ts'
import { obtainBuilt } from './obtain-built.ts'
import { prepareStart } from './prepare-start.ts'
import { startFolderIn } from './start-folder.ts'
import { readStartOptions, type StartCommand, type StartOptions } from './start-options.ts'

/** A stack that a command started, and where. */
export interface StartedStack {
  readonly stack: ServedStack
  readonly options: StartOptions
}

/** Starts the stack of a command. When that fails, one line says why and what to do, and the process ends with 1. */
export async function startStack(command: StartCommand, log: Log): Promise<StartedStack> {
  const options = readOptions(command)
  try {
    await prepareStart(options, log)
    const chains = settleChains(options)
    const { built, portalFolder } = await obtainBuilt(log)
    const shown = command.hasStartPage && { startFolder: startFolderIn(options.dataDir), portalFolder, hasLightning: true }
    return { stack: await startServedStack({ ...options, chains, built, log, ...shown }), options }
  } catch (error) {
    return giveUp(explainFailure(error, options))
  }
}

function readOptions(command: StartCommand): StartOptions {
  try {
    return readStartOptions(command, process.env, process.argv.slice(2))
  } catch (error) {
    return giveUp(messageOf(error))
  }
}

function giveUp(line: string): never {
  console.error(line)
  process.exit(1)
}
