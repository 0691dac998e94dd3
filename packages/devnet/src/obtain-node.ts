import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { requireSha256 } from './checksum.ts'
import type { Obtain } from './obtain.ts'

/** SHA-256 of the npm packages `node-<platform>` 20.20.2. */
const tarballs: Readonly<Record<string, string>> = {
  'linux-x64': 'c3e7aaf69557617ff16376e83078daf2e862f086399b32b341f68ebcd5e72781',
  'linux-arm64': '22f39737865492ba68bf7aa0f01f3af5b0ed5d9144b75a0ad52459c32d447998',
}

const run = promisify(execFile)

/** Takes an older Node out of its npm package. It is no dependency, because its `node` would take the place of ours among the programs. */
export const obtainNode: Obtain = async (into, { pin, env }) => {
  const platform = `${process.platform}-${process.arch}`
  const expected = tarballs[platform]
  if (!expected) throw new Error(`there is no npm package for ${platform}`)
  const folder = mkdtempSync(join(tmpdir(), 'node-package-'))
  try {
    await run('npm', ['pack', '--silent', '--pack-destination', folder, `node-${platform}@${pin.version}`], { env, timeout: 300_000 })
    const tarball = join(folder, `node-${platform}-${pin.version}.tgz`)
    await requireSha256(tarball, expected)
    await run('tar', ['-xzf', tarball, '-C', into, '--strip-components', '1', `package/${pin.program}`])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
