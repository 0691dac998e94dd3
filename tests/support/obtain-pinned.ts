import { cacheFolder } from '@gateway/devnet/downloads/cache-folder'
import { withLock } from '@gateway/devnet/processes/lock'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** What is kept in the cache: its name, the file that pins its versions, and how a folder is filled with it. */
interface Pinned {
  readonly name: string
  readonly pins: string
  readonly fill: (folder: string) => Promise<unknown>
}

/** A folder of the cache with pinned packages, filled once; under a temporary name, so that an interrupted download is never used. */
export async function obtainPinned({ name, pins, fill }: Pinned): Promise<string> {
  const version = createHash('sha256').update(readFileSync(pins)).digest('hex').slice(0, 12)
  const folder = join(cacheFolder(), `${name}-${version}`)
  await withLock(`${folder}.lock`, async () => {
    if (!existsSync(folder)) await fillAside(folder, fill)
  })
  return folder
}

async function fillAside(folder: string, fill: Pinned['fill']): Promise<void> {
  const building = mkdtempSync(`${folder}-`)
  try {
    await fill(building)
    renameSync(building, folder)
  } finally {
    rmSync(building, { recursive: true, force: true })
  }
}
