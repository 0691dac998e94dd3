import { mkdirSync, statfsSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'

const IN_MEMORY = '/dev/shm'
/** A run at full width keeps less than half of it. */
const ROOM_BYTES = 8 * 2 ** 30

/**
 * A folder for what a test may lose: in memory where Linux has room for it, otherwise on disk. A copied database takes a fifth of the time in memory,
 * and the nodes of a story never wait for a disk.
 */
export function memoryFolder(): string {
  const folder = join(hasRoom() ? IN_MEMORY : tmpdir(), `payment-gateway-tests-${userInfo().uid}`)
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  return folder
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    return bavail * bsize >= ROOM_BYTES
  } catch {
    return false // Only Linux has it.
  }
}
