import { OtherSchema } from '@gateway/db/migrations/refuse-other-version'
import { OtherPostgres } from '@gateway/devnet/postgres'
import { ServerNotStarted } from '@gateway/devnet/processes/child'
import { AlreadyRunning } from '@gateway/devnet/processes/leftover'
import { messageOf } from '@gateway/domain/kernel/error'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { CannotStart } from './cannot-start.ts'
import { inUse } from './in-use.ts'
import { shownFolder, type StartOptions, typed } from './start-options.ts'

/**
 * One line for the terminal about a start that failed: what happened, and what to do. An error without a line of its own is written whole to
 * `error.log` in the data folder, which the line names.
 */
export function explainFailure(error: unknown, options: StartOptions): string {
  if (error instanceof CannotStart) return error.message
  if (error instanceof AlreadyRunning) return inUse(options, error.ownerPid).message
  if (error instanceof OtherSchema || error instanceof OtherPostgres) return otherVersion(options)
  if (error instanceof ServerNotStarted) {
    const said = error.lastLine && `: ${error.lastLine}`
    return `${error.server} did not start${said}. Its log is ${shownFolder(error.logFile)}`
  }
  const [line = ''] = messageOf(error).split('\n')
  return `${line} (the whole error is in ${shownFolder(keepError(error, options))})`
}

const otherVersion = (options: StartOptions): string =>
  `The data in ${shownFolder(options.dataDir)} is of another version of the gateway: start with none, which deletes it: ${typed(options, {}, '--reset')}`

function keepError(error: unknown, { dataDir }: StartOptions): string {
  const file = join(dataDir, 'error.log')
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(file, `${inspect(error)}\n`, { mode: 0o600 })
  return file
}
