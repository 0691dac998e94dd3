import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { requireSha256 } from './checksum.ts'
import type { Obtain } from './obtain.ts'

/** SHA-256 of the npm packages `node-<platform>` 20.0.0. */
const tarballs: Readonly<Record<string, string>> = {
  'linux-x64': 'df064cc70caa6ca465ec011eabe81c49ebdb85f6e83aa41cf3c0a825a75c9fe1',
  'linux-arm64': '0aafd230204550c8f2062c09e7efd2f395440aca2500feaede75dbff34c6cfa7',
}

const run = promisify(execFile)

/** Extracts an older Node from its npm package. It is no dependency, because its `node` would shadow the current one. */
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
