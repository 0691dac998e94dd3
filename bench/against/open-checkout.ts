import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '../section.ts'

/** A checkout of another commit. */
export interface Checkout {
  readonly folder: string
  /** The short name of its commit. */
  readonly commit: string
}

const NAME_LENGTH = 8

/**
 * Opens a checkout of another commit in the cache folder of this one, which the next comparison finds again. Its sources are those of the commit with
 * the patch that `patches` has for it, if any: a bench that fails for a reason of its own measures nothing. Parts that the commit lacks are this one's.
 *
 * @throws {Error} when there is no such commit.
 */
export function openCheckout(root: string, { name, log }: { name: string; log: Log }): Checkout {
  const full = git(root, ['rev-parse', '--verify', `${name}^{commit}`])
  const commit = full.slice(0, NAME_LENGTH)
  const folder = join(root, '.cache/against', commit)
  if (!existsSync(join(folder, 'package.json'))) {
    git(root, ['worktree', 'prune'])
    git(root, ['worktree', 'add', '--quiet', '--detach', folder, full])
    log(`${commit} checked out into ${folder}`)
  }
  git(folder, ['reset', '--quiet', '--hard', full])
  git(folder, ['clean', '--quiet', '-d', '--force'])
  const patch = join(import.meta.dirname, 'patches', `${commit}.patch`)
  if (existsSync(patch)) git(folder, ['apply', patch])
  copyLacking(join(root, 'bench'), join(folder, 'bench'))
  return { folder, commit }
}

/** Copies the folders of a folder that another one lacks. */
function copyLacking(from: string, to: string): void {
  if (!existsSync(from)) return
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (entry.isDirectory() && !existsSync(join(to, entry.name))) cpSync(join(from, entry.name), join(to, entry.name), { recursive: true })
  }
}

/** What a checkout is built from: its commit, and whether files differ from it; the documents that the bench writes do not count. */
export function describeBuild(root: string): string {
  const commit = git(root, ['rev-parse', 'HEAD']).slice(0, NAME_LENGTH)
  return git(root, ['status', '--porcelain', '--', '.', ':!docs/generated']) === '' ? commit : `${commit} with changes`
}

const git = (cwd: string, parameters: readonly string[]): string => execFileSync('git', parameters, { cwd, encoding: 'utf8' }).trim()
