import { findDevFile } from '../stack/dev-file.ts'
import { CannotStart } from './cannot-start.ts'
import { shownFolder, type StartOptions, typed } from './start-options.ts'

/** The refusal of a folder that a running stack uses: its process, and its API once that is ready. */
export function inUse(options: StartOptions, ownerPid: number): CannotStart {
  const folder = shownFolder(options.dataDir)
  const running = findDevFile(options.dataDir)
  const where = running?.pid === ownerPid ? `, whose API is ${running.api}` : ''
  const other = typed({ ...options, dataDir: `${options.dataDir}-2` }, { PORT: 0 })
  return new CannotStart(`${folder} is in use by process ${ownerPid}${where}: stop that with Ctrl-C, or start beside it: ${other}`)
}
