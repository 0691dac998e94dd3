import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

const root = join(import.meta.dirname, '../../..')
/** Our own packages, which must not be linked to the unchanged sources of the checkout. */
const OURS = '@gateway'
const LEFT_OUT = new Set(['node_modules', '.git', '.data', '.demo', '.cache', '.turbo'])

/** Copies the checkout into a new folder, with links to installed packages. Returns the folder. */
export function makeScratchCopy(name: string): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `gateway-mutation-${name}-`)))
  // Root's Postgres runs as another user.
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(root).filter((one) => !LEFT_OUT.has(one)))
    cpSync(join(root, entry), join(folder, entry), { recursive: true, filter: (path) => !LEFT_OUT.has(basename(path)) })
  linkInstalled(folder)
  return folder
}

function linkInstalled(folder: string): void {
  const installed = join(root, 'node_modules')
  const linked = join(folder, 'node_modules')
  mkdirSync(linked)
  for (const entry of readdirSync(installed).filter((one) => one !== OURS)) symlinkSync(join(installed, entry), join(linked, entry))
  // npm links workspaces relatively, so copied links point into the copy.
  cpSync(join(installed, OURS), join(linked, OURS), { recursive: true, verbatimSymlinks: true })
  for (const own of readdirSync(join(folder, 'packages'))) {
    const nested = join(root, 'packages', own, 'node_modules')
    if (existsSync(nested)) symlinkSync(nested, join(folder, 'packages', own, 'node_modules'))
  }
}
