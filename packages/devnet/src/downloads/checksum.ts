import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'

/** The file's SHA-256 (FIPS 180-4) as 64 lower-case hex digits. */
async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/**
 * Verifies that a downloaded file is the pinned one.
 * @throws {Error} when it differs.
 */
export async function requireSha256(file: string, expected: string): Promise<void> {
  const actual = await sha256Of(file)
  if (actual !== expected) throw new Error(`the download is not the pinned one (sha256 ${actual}, pinned ${expected})`)
}
