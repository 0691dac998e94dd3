import { withLock } from '@gateway/devnet/processes/lock'
import { runFolder } from '@gateway/testing/run-folder'
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** A folder of the run that the first file that needs it fills, under a name; concurrent files wait for it. */
export async function madeOnce(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const made = join(runFolder(), name)
  await withLock(`${made}.lock`, async () => {
    if (existsSync(made)) return
    // A unique name: on a busy machine the lock can expire while its holder is still working.
    const unfinished = mkdtempSync(`${made}.`)
    await make(unfinished)
    if (existsSync(made)) rmSync(unfinished, { recursive: true })
    else renameSync(unfinished, made)
  })
  return made
}
