import { spawnSync } from 'node:child_process'
import { dirname } from 'node:path'

/** What a hook of git tells its programs, and what would lead them to another repository. */
const LEADS_ELSEWHERE = /^GIT_(?:DIR|WORK_TREE|INDEX_FILE|PREFIX|CEILING_DIRECTORIES)$/

/**
 * Applies a patch to the files of a folder, whether a repository knows them or not, and however they differ from what is committed.
 *
 * A folder below somebody else's repository is none of it: git would pass over files outside, and call that a success.
 *
 * @param input.onlyCheck - Changes nothing.
 * @returns what git complains of; undefined when the patch fits.
 */
export function applyPatch(input: { folder: string; patch: string; onlyCheck?: boolean }): string | undefined {
  const { folder, patch, onlyCheck = false } = input
  const around = Object.entries(process.env).filter(([name]) => !LEADS_ELSEWHERE.test(name))
  const { status, stderr, error } = spawnSync('git', ['apply', ...(onlyCheck ? ['--check'] : []), patch], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...Object.fromEntries(around), GIT_CEILING_DIRECTORIES: dirname(folder) },
  })
  if (error) throw error
  return status === 0 ? undefined : stderr.trim()
}
