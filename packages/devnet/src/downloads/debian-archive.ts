import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Debian's package archive, used beside the system's own apt. */
export type Archive = {
  /** Folder of the downloads. */
  readonly folder: string
  /** Downloads `name/suite` each, checked by apt against the archive's signed index. */
  download(packages: readonly string[]): Promise<void>
}

/** Debian's signing keys, under the file names of its releases. */
const keyrings = ['/usr/share/keyrings/debian-archive-keyring.gpg', '/usr/share/keyrings/debian-archive-keyring.pgp']

const run = promisify(execFile)

/**
 * Opens Debian stable and sid through apt with lists and caches in `folder`: the system is not touched, and root is not needed.
 *
 * @param env - `DEBIAN_ARCHIVE` names the archive where the system's apt uses none of Debian's.
 * @throws {Error} where there is no apt, no archive or no signing key.
 */
export async function openDebianArchive(folder: string, env: NodeJS.ProcessEnv): Promise<Archive> {
  const site = env['DEBIAN_ARCHIVE'] ?? (await systemArchive())
  const keyring = keyrings.find((file) => existsSync(file))
  if (!keyring) throw new Error("it comes from Debian, whose signing keys are not here (the package 'debian-archive-keyring')")
  for (const part of ['state/lists/partial', 'cache/archives/partial', 'packages']) mkdirSync(join(folder, part), { recursive: true })
  const sources = ['trixie', 'sid'].map((suite) => `deb [signed-by=${keyring}] ${site} ${suite} main\n`)
  writeFileSync(join(folder, 'sources.list'), sources.join(''))
  writeFileSync(join(folder, 'state/status'), '')
  writeFileSync(join(folder, 'apt.conf'), settings(folder))
  const packages = join(folder, 'packages')
  const apt = (args: readonly string[]) =>
    run('apt-get', ['-qq', '-c', join(folder, 'apt.conf'), ...args], { cwd: packages, env, timeout: 300_000 })
  await apt(['update'])
  return { folder: packages, download: async (names) => void (await apt(['download', ...names])) }
}

async function systemArchive(): Promise<string> {
  const sites = await run('apt-get', ['indextargets', '--format', '$(SITE)']).then(
    ({ stdout }) => stdout.split('\n'),
    () => [],
  )
  const site = sites.find((line) => /\/debian\/?$/.test(line))
  if (site) return site
  throw new Error("it comes from Debian's package archive, which this machine's apt does not use (DEBIAN_ARCHIVE can name one)")
}

/** Read after the system's own settings, so that a proxy set there still applies while its hooks, which require root, are dropped. */
function settings(folder: string): string {
  return `
Dir::Etc::sourcelist "${folder}/sources.list";
Dir::Etc::sourceparts "-";
Dir::State "${folder}/state";
Dir::State::status "${folder}/state/status";
Dir::Cache "${folder}/cache";
APT::Sandbox::User "";
Acquire::Languages "none";
#clear APT::Update::Pre-Invoke;
#clear APT::Update::Post-Invoke;
#clear APT::Update::Post-Invoke-Success;
`
}
