import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Archive, openDebianArchive } from './debian-archive.ts'
import { requireSha256 } from './checksum.ts'
import type { Obtain, ObtainContext } from './obtain.ts'

/**
 * SHA-256 of `bitcoin-knots_<version>_<architecture>.deb` in Debian's signed index: Bitcoin Knots, a bitcoind with Core's RPC. For regtest alone:
 * elsewhere it is another chain since August 2026, and no registry holds Bitcoin Core as a program.
 */
const packages: Readonly<Record<string, string>> = {
  'bitcoin-knots_29.4.knots20260508.3-1_amd64.deb': '33649ca0ff563b2276b0c13cf11e8b1f87b2a977bb3f91d86fdee569d8568cc1',
  'bitcoin-knots_29.4.knots20260508.3-1_arm64.deb': 'cf2a0282162e670d04ae75e18e89498db81091713185880fceff33dd4c884207',
}

/** Its libraries from Debian stable, the C library included: sid's build requires newer ones than many machines have. */
const libraries = `
  libc6 libstdc++6 libgcc-s1 libsqlite3-0 libzmq5 libsodium23 libnorm1t64 libpgm-5.3-0t64 libbsd0 libmd0
  libevent-core-2.1-7t64 libevent-extra-2.1-7t64 libevent-pthreads-2.1-7t64
  libgssapi-krb5-2 libkrb5-3 libk5crypto3 libcom-err2 libkrb5support0 libkeyutils1`
  .trim()
  .split(/\s+/)

/** Where Debian puts libraries and the loader's name, by architecture (Debian multiarch tuples). */
const layouts: Readonly<Record<string, { folder: string; loader: string }>> = {
  x64: { folder: 'usr/lib/x86_64-linux-gnu', loader: 'ld-linux-x86-64.so.2' },
  arm64: { folder: 'usr/lib/aarch64-linux-gnu', loader: 'ld-linux-aarch64.so.1' },
}

const run = promisify(execFile)

/** Unpacks bitcoind and its libraries from Debian packages into one private folder; nothing is installed on the system. */
export const obtainBitcoind: Obtain = async (into, context) => {
  const layout = process.platform === 'linux' ? layouts[process.arch] : undefined
  if (!layout) throw new Error(`there is no Debian package for ${process.platform} on ${process.arch}`)
  const folder = mkdtempSync(join(tmpdir(), 'bitcoind-packages-'))
  try {
    const files = await download(await openDebianArchive(folder, context.env), context)
    for (const file of files) await run('dpkg-deb', ['-x', file, into])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  writeFileSync(join(into, context.pin.program), launcher(layout), { mode: 0o755 })
}

async function download(archive: Archive, { log }: ObtainContext): Promise<string[]> {
  const startedAt = performance.now()
  await archive.download(['bitcoin-knots/sid', ...libraries.map((name) => `${name}/trixie`)])
  const names = readdirSync(archive.folder).filter((name) => name.endsWith('.deb'))
  const bytes = names.reduce((sum, name) => sum + statSync(join(archive.folder, name)).size, 0)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  log(`bitcoind: downloaded ${names.length} Debian packages, ${Math.round(bytes / 1e6)} MB in ${seconds} s`)
  await checkMain(archive.folder, { names, log })
  return names.map((name) => join(archive.folder, name))
}

/** apt has verified every package against the archive's signature; the pin identifies the tested build. */
async function checkMain(folder: string, { names, log }: { names: readonly string[]; log: ObtainContext['log'] }): Promise<void> {
  const main = names.find((name) => name.startsWith('bitcoin-knots_'))
  if (!main) throw new Error('the archive delivered no bitcoin-knots package')
  const pinned = packages[main]
  if (pinned) return requireSha256(join(folder, main), pinned)
  log(`bitcoind: the archive has moved on to ${main}, which is not pinned; taken, because Debian's signature vouches for it`)
}

/** Uses the unpacked loader with the unpacked libraries; relative, because the folder is renamed once complete. */
function launcher({ folder, loader }: { folder: string; loader: string }): string {
  return `#!/bin/sh
here=$(cd "$(dirname "$0")" && pwd)
exec "$here/${folder}/${loader}" --library-path "$here/${folder}" "$here/usr/bin/bitcoind" "$@"
`
}
